// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PaidToken} from "./StandInToken.sol";

/// A strategy of EigenLayer: shares of what it holds.
contract StrategyStandIn {
    address public immutable underlyingToken;
    uint256 public totalShares;

    constructor(address token) {
        underlyingToken = token;
    }

    function deposit(uint256 amount) external {
        totalShares += amount;
    }

    function sharesToUnderlyingView(uint256 shares) external view returns (uint256) {
        return (shares * PaidToken(underlyingToken).balanceOf(address(this))) / totalShares;
    }
}

/// Stands for EigenLayer's DelegationManager, with one slashing factor for all.
contract EigenLayerStandIn {
    struct Withdrawal {
        address staker;
        address delegatedTo;
        address withdrawer;
        uint256 nonce;
        uint32 startBlock;
        address[] strategies;
        uint256[] scaledShares;
    }

    uint32 public constant minWithdrawalDelayBlocks = 100;
    uint256 private factor = 1e18;
    mapping(address => address[]) private strategies;
    mapping(address => mapping(address => uint256)) private shares;
    mapping(address => Withdrawal[]) private queue;

    /// By the managers.
    function add(address staker, address strategy, uint256 amount) external {
        if (shares[staker][strategy] == 0) strategies[staker].push(strategy);
        shares[staker][strategy] += amount;
    }

    function slash(uint256 factor_) external {
        factor = factor_;
    }

    function queueWithdrawal(address[] calldata from, uint256[] calldata amounts) external {
        uint256 nonce = queue[msg.sender].length;
        queue[msg.sender].push(
            Withdrawal(msg.sender, address(0), msg.sender, nonce, uint32(block.number), from, amounts)
        );
        for (uint256 at = 0; at < from.length; at++) shares[msg.sender][from[at]] -= amounts[at];
    }

    function getDepositedShares(address staker) external view returns (address[] memory, uint256[] memory amounts) {
        amounts = new uint256[](strategies[staker].length);
        for (uint256 at = 0; at < amounts.length; at++) amounts[at] = shares[staker][strategies[staker][at]];
        return (strategies[staker], amounts);
    }

    function getWithdrawableShares(address staker, address[] calldata from)
        external
        view
        returns (uint256[] memory withdrawable, uint256[] memory deposited)
    {
        (withdrawable, deposited) = (new uint256[](from.length), new uint256[](from.length));
        for (uint256 at = 0; at < from.length; at++) {
            deposited[at] = shares[staker][from[at]];
            withdrawable[at] = (deposited[at] * factor) / 1e18;
        }
    }

    function getQueuedWithdrawals(address staker)
        external
        view
        returns (Withdrawal[] memory withdrawals, uint256[][] memory amounts)
    {
        withdrawals = queue[staker];
        amounts = new uint256[][](withdrawals.length);
        for (uint256 at = 0; at < amounts.length; at++) {
            amounts[at] = new uint256[](withdrawals[at].scaledShares.length);
            for (uint256 nth = 0; nth < amounts[at].length; nth++)
                amounts[at][nth] = (withdrawals[at].scaledShares[nth] * factor) / 1e18;
        }
    }
}

/// Stands for EigenLayer's StrategyManager.
contract StrategyManagerStandIn {
    EigenLayerStandIn private immutable delegation;

    event Deposit(address staker, address strategy, uint256 shares);

    constructor(EigenLayerStandIn delegation_) {
        delegation = delegation_;
    }

    function createStrategy(address token) external returns (address strategy) {
        strategy = address(new StrategyStandIn(token));
    }

    function depositIntoStrategy(StrategyStandIn strategy, uint256 amount) external {
        PaidToken(strategy.underlyingToken()).transferFrom(msg.sender, address(strategy), amount);
        strategy.deposit(amount);
        delegation.add(msg.sender, address(strategy), amount);
        emit Deposit(msg.sender, address(strategy), amount);
    }
}

/// Stands for EigenLayer's EigenPodManager.
contract EigenPodManagerStandIn {
    address private constant BEACON_CHAIN_ETH = 0xbeaC0eeEeeeeEEeEeEEEEeeEEeEeeeEeeEEBEaC0;
    EigenLayerStandIn private immutable delegation;

    event PodDeployed(address indexed eigenPod, address indexed podOwner);

    constructor(EigenLayerStandIn delegation_) {
        delegation = delegation_;
    }

    function verifyValidator(uint256 amount) external {
        delegation.add(msg.sender, BEACON_CHAIN_ETH, amount);
        emit PodDeployed(address(this), msg.sender);
    }
}
