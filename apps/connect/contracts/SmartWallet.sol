// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An account by contract: what its owner signed counts as signed by it (ERC-1271).
contract SmartWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner && signer != address(0) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
