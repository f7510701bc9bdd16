// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ContractWallet} from "./ContractWallet.sol";

/// Creates wallets with what it is sent: a nested creation with value.
contract WalletFactory {
    event Created(address indexed wallet, address indexed owner);

    function create(bytes32 salt, address payable friend) external payable {
        emit Created(address(new ContractWallet{value: msg.value, salt: salt}(msg.sender, friend)), msg.sender);
    }
}
