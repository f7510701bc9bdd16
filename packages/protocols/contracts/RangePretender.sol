// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers as a manager of NFTs, its factory and its pool of Uniswap V3, with ranges and prices that no pool has.
contract RangePretender {
    address private immutable first;
    address private immutable second;
    uint160 private immutable price;
    address public owner;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(address token0, address token1, uint160 sqrtPriceX96) {
        (first, second) = token0 < token1 ? (token0, token1) : (token1, token0);
        price = sqrtPriceX96;
    }

    function entice(address to) external {
        owner = to;
        for (uint256 id = 1; id <= 3; id++) emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256) external view returns (address) {
        return owner;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 3;
    }

    function tokenOfOwnerByIndex(address, uint256 index) external pure returns (uint256) {
        return index + 1;
    }

    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }

    function factory() external view returns (address) {
        return address(this);
    }

    function getPool(address token, address, uint24) external view returns (address) {
        return token == address(0) ? address(0) : address(this);
    }

    function positions(uint256 id)
        external
        view
        returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)
    {
        int24 tick = id == 1 ? int24(10) : id == 2 ? int24(8_000_000) : int24(-10);
        return (0, address(0), first, second, 3000, -tick, tick, 2 ** 100, 0, 0, 0, 0);
    }

    function positions(bytes32) external pure returns (uint128, uint256, uint256, uint128, uint128) {
        return (2 ** 100, 0, 0, 0, 0);
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (price, 0, 0, 0, 0, 0, true);
    }

    function feeGrowthGlobal0X128() external pure returns (uint256) {
        return 0;
    }

    function feeGrowthGlobal1X128() external pure returns (uint256) {
        return 0;
    }

    function ticks(int24) external pure returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool) {
        return (0, 0, 0, 0, 0, 0, 0, true);
    }
}
