// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./LoggedWrap.sol";

/// Wraps and unwraps a coin, and logs each payment: between the two logs of an unwrap is one of its own.
contract Unwrapper {
    event Received(uint256 value);

    receive() external payable {
        emit Received(msg.value);
    }

    function run(LoggedWrap coin, uint256 value, uint256 count) external payable {
        for (uint256 n = 0; n < count; n++) coin.deposit{value: value}();
        for (uint256 n = 0; n < count; n++) coin.withdraw(value);
    }
}
