// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Claims to be a gauge of Solidly, with a stake and rewards beyond all measure for everybody that it names.
contract LyingPairGauge {
    event Deposit(address indexed from, uint256 tokenId, uint256 amount);

    address public immutable stake;
    address private immutable reward;
    address public immutable voter = address(this);
    uint256 public constant rewardsListLength = 1;
    uint256 public constant totalSupply = 1e30;

    constructor(address pair, address reward_, address user) {
        stake = pair;
        reward = reward_;
        emit Deposit(user, 0, 1e30);
    }

    function rewards(uint256) external view returns (address) {
        return reward;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1e30;
    }

    function earned(address, address) external pure returns (uint256) {
        return 1e30;
    }
}
