// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function transferFrom(address from, address to, uint256 value) external;
}

/// Stands in for Disperse.app: pays many in one transaction, in coins or in tokens.
contract Disperser {
    function disperseEther(address[] calldata recipients, uint256[] calldata values) external payable {
        for (uint256 i = 0; i < recipients.length; i++) pay(recipients[i], values[i]);
        if (address(this).balance > 0) pay(msg.sender, address(this).balance);
    }

    /// `token` may answer nothing: what it answers isn't looked at.
    function disperseTokenSimple(IToken token, address[] calldata recipients, uint256[] calldata values) external {
        for (uint256 i = 0; i < recipients.length; i++) token.transferFrom(msg.sender, recipients[i], values[i]);
    }

    function pay(address to, uint256 value) private {
        (bool paid,) = to.call{value: value}("");
        require(paid, "not taken");
    }
}
