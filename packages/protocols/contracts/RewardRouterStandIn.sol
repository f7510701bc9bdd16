// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface ITracker {
    function stakeForAccount(address account, address token, uint256 amount) external;
}

/// Stands for GMX V1's RewardRouter.
contract RewardRouterStandIn {
    event StakeGlp(address account, uint256 amount);
    event StakeGmx(address account, address token, uint256 amount);

    address public immutable glpManager;
    address public immutable glp;
    address public immutable gmx;
    address public immutable feeGlpTracker;
    address public immutable stakedGmxTracker;

    constructor(address manager, address glp_, address gmx_, address feeGlpTracker_, address stakedGmxTracker_) {
        (glpManager, glp, gmx, feeGlpTracker, stakedGmxTracker) = (manager, glp_, gmx_, feeGlpTracker_, stakedGmxTracker_);
    }

    function stakeGlp(uint256 amount) external {
        ITracker(feeGlpTracker).stakeForAccount(msg.sender, glp, amount);
        emit StakeGlp(msg.sender, amount);
    }

    function stakeGmx(uint256 amount) external {
        ITracker(stakedGmxTracker).stakeForAccount(msg.sender, gmx, amount);
        emit StakeGmx(msg.sender, gmx, amount);
    }
}
