// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ISource {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function liquidity() external view returns (uint128);
    function feeGrowthGlobal0X128() external view returns (uint256);
    function feeGrowthGlobal1X128() external view returns (uint256);
}

/// Stands for a factory of Slipstream, whose sources need a compiler that only long tests install: its views, over a pool
/// of Uniswap V3 and its NFTs.
contract SlipstreamStandIn {
    SlipstreamPoolStandIn public immutable pool;
    SlipstreamNftsStandIn public immutable nfts;

    constructor(ISource source, address positions) {
        pool = new SlipstreamPoolStandIn(source, positions);
        nfts = new SlipstreamNftsStandIn(pool, positions);
    }

    function getPool(address token0, address token1, int24 tickSpacing) external view returns (address) {
        bool isIt = token0 == pool.token0() && token1 == pool.token1() && tickSpacing == pool.tickSpacing();
        return isIt ? address(pool) : address(0);
    }
}

abstract contract Forwarding {
    function read(address at, bytes memory call) internal view returns (bytes memory) {
        (bool isDone, bytes memory result) = at.staticcall(call);
        require(isDone);
        return result;
    }
}

contract SlipstreamPoolStandIn is Forwarding {
    ISource private immutable source;
    address private immutable positionsOfSource;
    address public immutable factory = msg.sender;
    int24 public constant tickSpacing = 60;
    address public gauge;
    mapping(bytes32 => bytes32) private accounts;

    constructor(ISource source_, address positions_) {
        (source, positionsOfSource) = (source_, positions_);
    }

    function setGauge(address gauge_) external {
        gauge = gauge_;
    }

    /// An owner's account of a range is that of the source's NFTs.
    function open(address owner, int24 lower, int24 upper) external {
        accounts[keccak256(abi.encodePacked(owner, lower, upper))] =
            keccak256(abi.encodePacked(positionsOfSource, lower, upper));
    }

    function token0() external view returns (address) {
        return source.token0();
    }

    function token1() external view returns (address) {
        return source.token1();
    }

    function liquidity() external view returns (uint128) {
        return source.liquidity();
    }

    function feeGrowthGlobal0X128() external view returns (uint256) {
        return source.feeGrowthGlobal0X128();
    }

    function feeGrowthGlobal1X128() external view returns (uint256) {
        return source.feeGrowthGlobal1X128();
    }

    function gaugeFees() external pure returns (uint128, uint128) {
        return (0, 0);
    }

    /// Without the protocol's fee.
    function slot0() external view returns (uint256[6] memory words) {
        uint256[7] memory all = abi.decode(read(address(source), abi.encodeWithSignature("slot0()")), (uint256[7]));
        words = [all[0], all[1], all[2], all[3], all[4], all[6]];
    }

    /// With the staked liquidity and its growth.
    function ticks(int24 tick) external view returns (uint256[10] memory words) {
        bytes memory call = abi.encodeWithSignature("ticks(int24)", tick);
        uint256[8] memory all = abi.decode(read(address(source), call), (uint256[8]));
        words = [all[0], all[1], 0, all[2], all[3], 0, all[4], all[5], all[6], all[7]];
    }

    function positions(bytes32 key) external view returns (uint256[5] memory) {
        bytes memory call = abi.encodeWithSignature("positions(bytes32)", accounts[key]);
        return abi.decode(read(address(source), call), (uint256[5]));
    }
}

contract SlipstreamNftsStandIn is Forwarding {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    address public immutable factory = msg.sender;
    SlipstreamPoolStandIn private immutable pool;
    address private immutable source;
    mapping(uint256 => address) public ownerOf;

    constructor(SlipstreamPoolStandIn pool_, address source_) {
        (pool, source) = (pool_, source_);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd;
    }

    function give(uint256 tokenId, address to) external {
        emit Transfer(ownerOf[tokenId], to, tokenId);
        ownerOf[tokenId] = to;
        uint256[12] memory words = positions(tokenId);
        pool.open(address(this), int24(int256(words[5])), int24(int256(words[6])));
        pool.open(to, int24(int256(words[5])), int24(int256(words[6])));
    }

    function positions(uint256 tokenId) public view returns (uint256[12] memory words) {
        words = abi.decode(read(source, abi.encodeWithSignature("positions(uint256)", tokenId)), (uint256[12]));
        words[4] = uint256(int256(pool.tickSpacing()));
    }
}

/// Stands for a gauge: what is earned is set.
contract SlipstreamGaugeStandIn {
    event Deposit(address indexed user, uint256 indexed tokenId, uint128 indexed liquidityToStake);

    SlipstreamPoolStandIn public immutable pool;
    SlipstreamNftsStandIn public immutable nft;
    address public immutable rewardToken;
    mapping(address => uint256[]) private staked;
    mapping(uint256 => uint256) public rewards;
    mapping(address => mapping(uint256 => uint256)) public earned;

    constructor(SlipstreamPoolStandIn pool_, SlipstreamNftsStandIn nft_, address rewardToken_) {
        (pool, nft, rewardToken) = (pool_, nft_, rewardToken_);
        pool_.setGauge(address(this));
    }

    function deposit(uint256 tokenId) external {
        require(nft.ownerOf(tokenId) == msg.sender);
        nft.give(tokenId, address(this));
        staked[msg.sender].push(tokenId);
        emit Deposit(msg.sender, tokenId, uint128(nft.positions(tokenId)[7]));
    }

    function owe(address owner, uint256 tokenId, uint256 stored, uint256 since) external {
        rewards[tokenId] = stored;
        earned[owner][tokenId] = since;
    }

    function stakedValues(address owner) external view returns (uint256[] memory) {
        return staked[owner];
    }
}
