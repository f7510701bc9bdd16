// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A chef of NFTs that it doesn't have, with rewards that it can't pay.
contract LyingNftChef {
    event Deposit(
        address indexed from,
        uint256 indexed pid,
        uint256 indexed tokenId,
        uint256 liquidity,
        int24 tickLower,
        int24 tickUpper
    );

    address public immutable nonfungiblePositionManager;
    address public immutable CAKE;
    address private immutable user;

    constructor(address manager, address cake, address user_) {
        nonfungiblePositionManager = manager;
        CAKE = cake;
        user = user_;
    }

    function claim(uint256[] calldata tokenIds) external {
        for (uint256 at = 0; at < tokenIds.length; at++) emit Deposit(user, 1, tokenIds[at], 1e30, -60, 60);
    }

    function userPositionInfos(uint256)
        external
        view
        returns (uint128, uint128, int24, int24, uint256, uint256, address, uint256, uint256)
    {
        return (1e30, 1e30, -60, 60, 0, 0, user, 1, 1);
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function pendingCake(uint256) external pure returns (uint256) {
        return 1e30;
    }
}
