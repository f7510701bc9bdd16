// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IGaugeFactory {
    function createGauge(address forwarder, address pool, address feesReward, address rewardToken, bool isPool)
        external
        returns (address);
}

interface IGauge {
    function notifyRewardAmount(uint256 amount) external;
}

interface IToken {
    function approve(address spender, uint256 amount) external returns (bool);
}

/// Stands for the parts of Velodrome that Slipstream calls: the voter, its registry of factories, the minter, the fees'
/// receiver, and an older factory without pools.
contract SlipstreamVoterStandIn {
    address public immutable aero;
    address public gaugeFactory;
    address public gauge;

    constructor(address aero_) {
        aero = aero_;
    }

    function createGauge(address gaugeFactory_, address pool) external {
        gaugeFactory = gaugeFactory_;
        gauge = IGaugeFactory(gaugeFactory_).createGauge(address(0), pool, address(this), aero, true);
    }

    function distribute(uint256 amount) external {
        IToken(aero).approve(gauge, amount);
        IGauge(gauge).notifyRewardAmount(amount);
    }

    function gauges(address) external view returns (address) {
        return gauge;
    }

    function minter() external view returns (address) {
        return address(this);
    }

    function factoryRegistry() external view returns (address) {
        return address(this);
    }

    function factoriesToPoolFactory(address) external view returns (address, address) {
        return (address(0), gaugeFactory);
    }

    function isAlive(address) external pure returns (bool) {
        return true;
    }

    function activePeriod() external pure returns (uint256) {
        return 1;
    }

    function weekly() external pure returns (uint256) {
        return 1e30;
    }

    function getPool(address, address, int24) external pure returns (address) {
        return address(0);
    }

    function notifyRewardAmount(address, uint256) external {}
}
