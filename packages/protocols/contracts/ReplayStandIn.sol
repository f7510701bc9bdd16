// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for contracts of which no package has bytecode: answers calls with results that were recorded from them.
contract ReplayStandIn {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    mapping(bytes32 => bytes) private results;

    function record(bytes calldata call, bytes calldata result) external {
        results[keccak256(call)] = result;
    }

    function recordAll(bytes[] calldata calls, bytes[] calldata all) external {
        for (uint256 index; index < calls.length; index++) results[keccak256(calls[index])] = all[index];
    }

    function emitTransfer(address to, uint256 tokenId) external {
        emit Transfer(address(0), to, tokenId);
    }

    fallback(bytes calldata call) external returns (bytes memory) {
        bytes memory result = results[keccak256(call)];
        require(result.length > 0, "not recorded");
        return result;
    }
}
