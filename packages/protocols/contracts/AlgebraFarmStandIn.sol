// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IManager {
    function ownerOf(uint256 tokenId) external view returns (address);
    function switchFarmingStatus(uint256 tokenId, bool toActive) external;
    function transferFrom(address from, address to, uint256 tokenId) external;
}

/// Stands for Algebra's FarmingCenter and its AlgebraEternalFarming at once: NFTs farm in their owner's wallet, and earn by
/// the second. Virtual pools are left out.
contract AlgebraFarmStandIn {
    struct IncentiveKey {
        address rewardToken;
        address bonusRewardToken;
        address pool;
        uint256 nonce;
    }

    address public immutable nonfungiblePositionManager;
    address public immutable eternalFarming = address(this);
    mapping(uint256 => bytes32) public deposits;
    mapping(bytes32 => IncentiveKey) public incentiveKeys;
    mapping(uint256 => uint256) public since;

    constructor(address manager) {
        nonfungiblePositionManager = manager;
    }

    function enterFarming(IncentiveKey calldata key, uint256 tokenId) external {
        bytes32 id = keccak256(abi.encode(key));
        (incentiveKeys[id], deposits[tokenId], since[tokenId]) = (key, id, block.timestamp);
        IManager(nonfungiblePositionManager).switchFarmingStatus(tokenId, true);
    }

    /// The original stores growth here.
    function getRewardInfo(IncentiveKey calldata key, uint256 tokenId) external returns (uint256, uint256) {
        require(deposits[tokenId] == keccak256(abi.encode(key)), "not deposited");
        emit Read(tokenId);
        return (block.timestamp - since[tokenId], 2 * (block.timestamp - since[tokenId]));
    }

    event Read(uint256 tokenId);

    function applyLiquidityDelta(uint256, int256) external {}
}

/// Stands for Algebra 1's FarmingCenter, which holds the NFTs, and gives out its own for them.
contract AlgebraHolderStandIn {
    struct L2Nft {
        uint96 nonce;
        address operator;
        uint256 tokenId;
    }

    struct Deposit {
        uint256 L2TokenId;
        uint32 numberOfFarms;
        bool inLimitFarming;
        address owner;
    }

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    address public immutable nonfungiblePositionManager;
    address public immutable factory;
    mapping(uint256 => L2Nft) public l2Nfts;
    mapping(uint256 => Deposit) public deposits;
    mapping(uint256 => address) public ownerOf;
    uint256 private nextId = 70;

    constructor(address manager, address factory_) {
        (nonfungiblePositionManager, factory) = (manager, factory_);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd || id == 0x01ffc9a7;
    }

    function deposit(uint256 tokenId) external {
        IManager(nonfungiblePositionManager).transferFrom(msg.sender, address(this), tokenId);
        give(tokenId, msg.sender);
    }

    /// The original gives out one for each NFT that it holds.
    function give(uint256 tokenId, address to) public {
        uint256 id = nextId++;
        (l2Nfts[id].tokenId, ownerOf[id]) = (tokenId, to);
        if (deposits[tokenId].owner == address(0)) deposits[tokenId] = Deposit(id, 1, false, to);
        emit Transfer(address(0), to, id);
    }
}
