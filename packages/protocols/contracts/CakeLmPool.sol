// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface ICakeFactory {
    function setLmPool(address pool, address lmPool) external;
}

/// Stands for PancakeSwap's PancakeV3LmPool and its deployer, whose bytecode no package has: rewards grow as it is told.
contract CakeLmPool {
    ICakeFactory private immutable factory;
    uint256 private growth;

    constructor(ICakeFactory factory_) {
        factory = factory_;
    }

    function deploy(address pool) external returns (address) {
        factory.setLmPool(pool, address(this));
        return address(this);
    }

    function grow(uint256 rewardX128) external {
        growth += rewardX128;
    }

    function getRewardGrowthInside(int24, int24) external view returns (uint256) {
        return growth;
    }

    function updatePosition(int24, int24, int128) external {}

    function accumulateReward(uint32) external {}

    function crossLmTick(int24, bool) external {}
}
