// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// Answers as wstETH does: a share of the staked coins that it holds, which grow.
contract WrappedStake is PlainToken {
    PlainToken public immutable stETH;

    constructor(address stETH_) PlainToken("Wrapped liquid staked Ether 2.0", "wstETH", 18) {
        stETH = PlainToken(stETH_);
    }

    function stEthPerToken() public view returns (uint256) {
        return totalSupply == 0 ? 1.2e18 : (stETH.balanceOf(address(this)) * 1e18) / totalSupply;
    }

    function tokensPerStEth() external view returns (uint256) {
        return 1e36 / stEthPerToken();
    }

    function wrap(uint256 amount) external returns (uint256 shares) {
        shares = (amount * 1e18) / stEthPerToken();
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
        stETH.transferFrom(msg.sender, address(this), amount);
    }
}
