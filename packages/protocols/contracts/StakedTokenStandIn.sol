// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PaidToken, StandInToken} from "./StandInToken.sol";

/// Stands for staked tokens with a rate: weETH, rETH, sfrxETH, and StakedUSDeV2 with its cooldown.
contract StakedTokenStandIn is StandInToken {
    struct Cooldown {
        uint104 cooldownEnd;
        uint152 underlyingAmount;
    }

    address public immutable asset;
    uint256 private immutable rate;
    uint256 private constant COOLDOWN = 7 days;
    mapping(address => Cooldown) public cooldowns;

    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );

    constructor(address asset_, uint256 rate_) StandInToken("STAKED", 18) {
        (asset, rate) = (asset_, rate_);
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return (shares * rate) / 1e18;
    }

    function getEETHByWeETH(uint256 amount) external view returns (uint256) {
        return convertToAssets(amount);
    }

    function getEthValue(uint256 amount) external view returns (uint256) {
        return convertToAssets(amount);
    }

    function cooldownShares(uint256 shares) external returns (uint256 assets) {
        assets = convertToAssets(shares);
        cooldowns[msg.sender].cooldownEnd = uint104(block.timestamp + COOLDOWN);
        cooldowns[msg.sender].underlyingAmount += uint152(assets);
        _burn(msg.sender, shares);
        emit Withdraw(msg.sender, address(this), msg.sender, assets, shares);
    }
}
