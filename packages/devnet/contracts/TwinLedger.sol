// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PlainToken} from "./PlainToken.sol";

/// A token that another contract, its front, moves as well.
contract TwinLedger is PlainToken {
    address public front;

    constructor() PlainToken("Ledger", "LGR", 18) {}

    function setFront(address front_) external {
        require(msg.sender == owner, "not the owner");
        front = front_;
    }

    function moveFor(address from, address to, uint256 value) external {
        require(msg.sender == front, "not the front");
        move(from, to, value);
    }
}
