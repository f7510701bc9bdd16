// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Is gone with the transaction that creates it: logs of a token remain, and what it was created with is the heir's.
contract Firework {
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address payable heir, uint256 value) payable {
        emit Transfer(address(0), heir, value);
        selfdestruct(heir);
    }
}
