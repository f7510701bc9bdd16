// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PaidToken, StandInToken} from "./StandInToken.sol";

/// An SY as EIP-5115 defines it, around a token one to one; its rate and rewards are what it is told.
contract StandardizedYieldStandIn is StandInToken {
    address public immutable yieldToken;
    address private immutable reward;
    uint256 public exchangeRate = 1e18;
    /// Reported by previewRedeem for each unit, in 1e-18.
    uint256 private reported = 1e18;
    /// Rewards for one unit since the beginning, in 1e-18.
    uint256 private index = 1;
    bool private isRefusing;
    mapping(address => uint256) private paidIndex;
    mapping(address => uint256) private owed;

    constructor(address yieldToken_, address reward_) StandInToken("SY Stake", 18) {
        (yieldToken, reward) = (yieldToken_, reward_);
    }

    function assetInfo() external view returns (uint8, address, uint8) {
        return (0, yieldToken, 18);
    }

    function setRate(uint256 rate) external {
        exchangeRate = rate;
    }

    function report(uint256 rate) external {
        reported = rate;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function distribute(uint256 amount) external {
        index += (amount * 1e18) / totalSupply;
    }

    function _settle(address user) internal override {
        uint256 since = paidIndex[user] == 0 ? 1 : paidIndex[user];
        owed[user] += (balanceOf[user] * (index - since)) / 1e18;
        paidIndex[user] = index;
    }

    function deposit(address receiver, address, uint256 amount, uint256) external returns (uint256) {
        PaidToken(yieldToken).transferFrom(msg.sender, address(this), amount);
        _mint(receiver, amount);
        return amount;
    }

    function redeem(address receiver, uint256 shares, address, uint256, bool) external returns (uint256) {
        _burn(msg.sender, shares);
        PaidToken(yieldToken).transfer(receiver, shares);
        return shares;
    }

    function previewRedeem(address, uint256 shares) external view returns (uint256) {
        return (shares * reported) / 1e18;
    }

    function getRewardTokens() external view returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = reward;
    }

    function rewardIndexesCurrent() external view returns (uint256[] memory indexes) {
        indexes = new uint256[](1);
        indexes[0] = index;
    }

    function refuseClaims(bool isRefusing_) external {
        isRefusing = isRefusing_;
    }

    function claimRewards(address user) external returns (uint256[] memory amounts) {
        require(!isRefusing, "refused");
        _settle(user);
        amounts = new uint256[](1);
        amounts[0] = owed[user];
        owed[user] = 0;
        if (amounts[0] <= PaidToken(reward).balanceOf(address(this))) PaidToken(reward).transfer(user, amounts[0]);
    }
}
