// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// A token whose right to mint its owner hands on, to a farm for instance.
contract MintedToken is PlainToken {
    address public minter;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) PlainToken(name_, symbol_, decimals_) {
        minter = msg.sender;
    }

    function mint(address to, uint256 value) external override {
        require(msg.sender == minter, "not the minter");
        issue(to, value);
    }

    function handMintingTo(address newMinter) external {
        require(msg.sender == minter, "not the minter");
        minter = newMinter;
    }
}
