// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for RocketStorage, RocketNodeManager and RocketNodeStaking.
contract RocketNodesStandIn {
    mapping(address => uint256) public getNodeStakedRPL;
    mapping(address => uint256) public getNodeUnstakingRPL;
    mapping(address => uint256) public getNodeETHBonded;

    event NodeRegistered(address indexed node, uint256 time);

    function getAddress(bytes32 key) external view returns (address) {
        return key == keccak256("contract.addressrocketNodeStaking") ? address(this) : address(0);
    }

    function register(uint256 staked, uint256 unstaking) external payable {
        getNodeStakedRPL[msg.sender] = staked;
        getNodeUnstakingRPL[msg.sender] = unstaking;
        getNodeETHBonded[msg.sender] = msg.value;
        emit NodeRegistered(msg.sender, block.timestamp);
    }
}
