// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers for vaults as MetaMorpho's factory does.
contract VaultFactory {
    mapping(address => bool) public isMetaMorpho;

    function add(address vault) external {
        isMetaMorpho[vault] = true;
    }
}

/// Answers for vaults as Silo's factory does.
contract SiloVaultFactory {
    mapping(address => bool) public isSiloVault;

    function add(address vault) external {
        isSiloVault[vault] = true;
    }
}
