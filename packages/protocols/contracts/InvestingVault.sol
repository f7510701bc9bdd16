// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// An ERC-4626 vault that keeps a part of its assets elsewhere, and a fee of who leaves.
contract InvestingVault is ERC4626 {
    uint256 public invested;
    uint256 public immutable exitFee;
    bool public isPaused;
    address public owner;

    constructor(IERC20 asset_, uint256 exitFee_) ERC4626(asset_) ERC20("Shares", "SH") {
        exitFee = exitFee_;
    }

    function setOwner(address owner_) external {
        owner = owner_;
    }

    function pause() external {
        isPaused = true;
    }

    function invest(address to, uint256 amount) external {
        invested += amount;
        IERC20(asset()).transfer(to, amount);
    }

    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() + invested;
    }

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        require(!isPaused, "paused");
        uint256 assets = super.previewRedeem(shares);
        return assets - (assets * exitFee) / 10_000;
    }
}
