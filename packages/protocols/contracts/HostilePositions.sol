// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IPool {
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256, uint256);
    function token0() external view returns (address);
    function token1() external view returns (address);
}

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Names a true factory, and claims that everybody's NFTs have as much liquidity and fees as it likes.
contract HostilePositions {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    address public immutable factory;
    uint256[12] private claimed;
    mapping(uint256 => address) public ownerOf;

    constructor(address factory_) {
        factory = factory_;
    }

    function supportsInterface(bytes4) external pure returns (bool) {
        return true;
    }

    function claim(uint256[12] calldata words, address owner, uint256[] calldata tokenIds) external {
        claimed = words;
        for (uint256 at = 0; at < tokenIds.length; at++) {
            ownerOf[tokenIds[at]] = owner;
            emit Transfer(address(0), owner, tokenIds[at]);
        }
    }

    function positions(uint256) external view returns (uint256[12] memory) {
        return claimed;
    }

    /// Its own liquidity, of tokens that it has.
    function provide(IPool pool, int24 lower, int24 upper, uint128 amount) external {
        pool.mint(address(this), lower, upper, amount, "");
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        if (amount0 > 0) IToken(IPool(msg.sender).token0()).transfer(msg.sender, amount0);
        if (amount1 > 0) IToken(IPool(msg.sender).token1()).transfer(msg.sender, amount1);
    }
}
