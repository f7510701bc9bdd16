// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TwinLedger} from "./TwinLedger.sol";

/// The older address of a token: it keeps no balances of its own, and logs what it moves on the ledger once more.
contract TwinFront {
    string public constant name = "Front";
    string public constant symbol = "LGR";
    uint8 public constant decimals = 18;
    TwinLedger public immutable ledger;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(TwinLedger ledger_) {
        ledger = ledger_;
    }

    function totalSupply() external view returns (uint256) {
        return ledger.totalSupply();
    }

    function balanceOf(address owner) external view returns (uint256) {
        return ledger.balanceOf(owner);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        ledger.moveFor(msg.sender, to, value);
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
