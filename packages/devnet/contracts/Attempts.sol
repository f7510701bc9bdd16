// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays, thinks better of it and pays again: the first payment is undone in the middle of a transaction that succeeds.
contract Attempts {
    function payAtSecondAttempt(address payable to) external payable {
        try this.payAndRegret{value: msg.value}(to) {} catch {}
        pay(to, msg.value);
    }

    function payAndRegret(address payable to) external payable {
        pay(to, msg.value / 2);
        pay(to, msg.value / 2);
        revert("regretted");
    }

    function pay(address payable to, uint256 value) private {
        (bool paid,) = to.call{value: value}("");
        require(paid, "not taken");
    }
}
