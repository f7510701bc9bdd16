// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Claims to be an ERC-4626 vault with as much as it is told to.
contract LyingVault {
    address public asset;
    uint256 public totalAssets;
    uint256 public totalSupply = 100;
    uint256 public rate;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address asset_, uint256 totalAssets_, uint256 rate_, address holder) {
        asset = asset_;
        totalAssets = totalAssets_;
        rate = rate_;
        emit Transfer(address(0), holder, totalSupply);
    }

    function claim(uint256 totalAssets_, uint256 rate_) external {
        totalAssets = totalAssets_;
        rate = rate_;
    }

    function balanceOf(address) external view returns (uint256) {
        return totalSupply;
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        return shares * rate;
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return shares * rate;
    }
}
