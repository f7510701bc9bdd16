// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Names a true pool and its manager, and claims that others' NFTs are staked with it.
contract LyingGauge {
    event Deposit(address indexed user, uint256 indexed tokenId, uint128 indexed liquidityToStake);

    address public immutable pool;
    address public immutable nft;
    address public immutable rewardToken;
    uint256[] private staked;

    constructor(address pool_, address nft_, address rewardToken_) {
        (pool, nft, rewardToken) = (pool_, nft_, rewardToken_);
    }

    function claim(address user, uint256[] calldata tokenIds) external {
        staked = tokenIds;
        for (uint256 at = 0; at < tokenIds.length; at++) emit Deposit(user, tokenIds[at], 1e30);
    }

    function stakedValues(address) external view returns (uint256[] memory) {
        return staked;
    }

    function earned(address, uint256) external pure returns (uint256) {
        return 1e30;
    }
}
