// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

interface Staked {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function getPooledEthByShares(uint256 sharesAmount) external view returns (uint256);
    function getSharesByPooledEth(uint256 ethAmount) external view returns (uint256);
    function submit(address referral) external payable returns (uint256);
}

/// Answers as Lido's wstETH does: one of it is one share of the staked ether.
contract WrappedStake is PlainToken {
    Staked public immutable stETH;

    constructor(Staked stETH_) PlainToken("Wrapped liquid staked Ether 2.0", "wstETH", 18) {
        stETH = stETH_;
    }

    receive() external payable {
        issue(msg.sender, stETH.submit{value: msg.value}(address(0)));
    }

    function wrap(uint256 stETHAmount) external returns (uint256 wstETHAmount) {
        require(stETHAmount > 0, "wstETH: can't wrap zero stETH");
        wstETHAmount = stETH.getSharesByPooledEth(stETHAmount);
        issue(msg.sender, wstETHAmount);
        stETH.transferFrom(msg.sender, address(this), stETHAmount);
    }

    function unwrap(uint256 wstETHAmount) external returns (uint256 stETHAmount) {
        require(wstETHAmount > 0, "wstETH: zero amount unwrap not allowed");
        stETHAmount = stETH.getPooledEthByShares(wstETHAmount);
        balanceOf[msg.sender] -= wstETHAmount;
        totalSupply -= wstETHAmount;
        emit Transfer(msg.sender, address(0), wstETHAmount);
        stETH.transfer(msg.sender, stETHAmount);
    }

    function getWstETHByStETH(uint256 stETHAmount) external view returns (uint256) {
        return stETH.getSharesByPooledEth(stETHAmount);
    }

    function getStETHByWstETH(uint256 wstETHAmount) external view returns (uint256) {
        return stETH.getPooledEthByShares(wstETHAmount);
    }

    function stEthPerToken() external view returns (uint256) {
        return stETH.getPooledEthByShares(1 ether);
    }

    function tokensPerStEth() external view returns (uint256) {
        return stETH.getSharesByPooledEth(1 ether);
    }
}
