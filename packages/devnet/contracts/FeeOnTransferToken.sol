// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PlainToken} from "./PlainToken.sol";

/// Burns one per cent of every transfer, as Statera (STA) does: who is sent 100 receives 99.
contract FeeOnTransferToken is PlainToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) PlainToken(name_, symbol_, decimals_) {}

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = (value + 99) / 100;
        super.move(from, to, value - fee);
        require(balanceOf[from] >= fee, "balance too low");
        balanceOf[from] -= fee;
        totalSupply -= fee;
        emit Transfer(from, address(0), fee);
    }
}
