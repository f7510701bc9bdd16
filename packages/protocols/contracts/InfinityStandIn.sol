// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IPool {
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
    function feeGrowthGlobal0X128() external view returns (uint256);
    function feeGrowthGlobal1X128() external view returns (uint256);
    function ticks(int24 tick) external view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool);
    function token0() external view returns (address);
    function token1() external view returns (address);
}

interface IPositions {
    function ownerOf(uint256 tokenId) external view returns (address);
    function positions(uint256 tokenId)
        external
        view
        returns (
            uint96,
            address,
            address,
            address,
            uint24,
            int24 lower,
            int24 upper,
            uint128 liquidity,
            uint256 growth0,
            uint256 growth1,
            uint128,
            uint128
        );
}

struct Key {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

/// Stands for the manager of PancakeSwap Infinity, of which no package has bytecode: its views, over a pool of Uniswap V3
/// and its NFTs.
contract InfinityStandIn {
    struct Position {
        uint128 liquidity;
        uint256 growth0;
        uint256 growth1;
    }

    struct Tick {
        uint128 gross;
        int128 net;
        uint256 outside0;
        uint256 outside1;
    }

    IPool public immutable vault;
    IPositions private immutable source;
    InfinityPositionsStandIn public immutable positions;

    constructor(IPool pool, IPositions source_) {
        (vault, source) = (pool, source_);
        positions = new InfinityPositionsStandIn(this, source_, getKey());
    }

    function getKey() public view returns (Key memory) {
        return Key(vault.token0(), vault.token1(), address(7), address(this), 3000, bytes32(uint256(60) << 16));
    }

    modifier onlyPool(bytes32 id) {
        if (id == keccak256(abi.encode(getKey()))) _;
    }

    function getSlot0(bytes32 id) external view onlyPool(id) returns (uint160 price, int24 tick, uint24, uint24) {
        (price, tick,,,,,) = vault.slot0();
    }

    function getFeeGrowthGlobals(bytes32 id) external view onlyPool(id) returns (uint256 growth0, uint256 growth1) {
        (growth0, growth1) = (vault.feeGrowthGlobal0X128(), vault.feeGrowthGlobal1X128());
    }

    function getPoolTickInfo(bytes32 id, int24 tick) external view onlyPool(id) returns (Tick memory info) {
        (info.gross, info.net, info.outside0, info.outside1,,,,) = vault.ticks(tick);
    }

    function getPosition(bytes32 id, address owner, int24 lower, int24 upper, bytes32 salt)
        external
        view
        onlyPool(id)
        returns (Position memory found)
    {
        if (owner != address(positions)) return found;
        (,,,,, int24 from, int24 to, uint128 liquidity, uint256 growth0, uint256 growth1,,) =
            source.positions(uint256(salt));
        if (from == lower && to == upper) found = Position(liquidity, growth0, growth1);
    }
}

contract InfinityPositionsStandIn {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    InfinityStandIn public immutable clPoolManager;
    mapping(uint256 => address) public ownerOf;
    IPositions private immutable source;
    Key private key;

    constructor(InfinityStandIn manager, IPositions source_, Key memory key_) {
        (clPoolManager, source, key) = (manager, source_, key_);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd;
    }

    function show(uint256 tokenId) external {
        give(tokenId, source.ownerOf(tokenId));
    }

    function give(uint256 tokenId, address to) public {
        emit Transfer(ownerOf[tokenId], to, tokenId);
        ownerOf[tokenId] = to;
    }

    function positions(uint256 tokenId)
        external
        view
        returns (Key memory, int24 lower, int24 upper, uint128 liquidity, uint256 growth0, uint256 growth1, address)
    {
        (,,,,, lower, upper, liquidity, growth0, growth1,,) = source.positions(tokenId);
        return (key, lower, upper, liquidity, growth0, growth1, address(0));
    }
}
