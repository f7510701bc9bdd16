// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./SmartWallet.sol";

/// Creates wallets where their owner knew beforehand (CREATE2), as ERC-6492 has it.
contract SmartWalletFactory {
    function create(address owner) external returns (address) {
        return address(new SmartWallet{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }
}
