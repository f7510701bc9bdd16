// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Morpho Blue where its sources are too slow to compile: shares with virtual ones, interest compounded as there,
/// at a fixed rate. It is its own oracle and rate model. Left out are authorizations, fees, callbacks and liquidation.
contract MorphoStandIn {
    struct Params {
        address loanToken;
        address collateralToken;
        address oracle;
        address irm;
        uint256 lltv;
    }

    struct Market {
        uint128 supplyAssets;
        uint128 supplyShares;
        uint128 borrowAssets;
        uint128 borrowShares;
        uint128 lastUpdate;
        uint128 fee;
    }

    struct Position {
        uint256 supplyShares;
        uint128 borrowShares;
        uint128 collateral;
    }

    event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares);
    event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets);
    event Borrow(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets,
        uint256 shares
    );

    uint256 private constant VIRTUAL_SHARES = 1e6;
    /// Per second, of 18 decimals: about 10 % a year.
    uint256 private constant RATE = 3_170_979_198;

    uint256 public constant price = 1e36;
    mapping(bytes32 => Params) public idToMarketParams;
    mapping(bytes32 => Market) public market;
    mapping(bytes32 => mapping(address => Position)) public position;

    function isLltvEnabled(uint256) external pure returns (bool) {
        return true;
    }

    function borrowRateView(Params calldata, Market calldata) external pure returns (uint256) {
        return RATE;
    }

    function createMarket(Params calldata params) external {
        bytes32 id = toId(params);
        (idToMarketParams[id], market[id].lastUpdate) = (params, uint128(block.timestamp));
    }

    function supply(Params calldata params, uint256 assets, address owner) external {
        (bytes32 id, Market storage own) = accrue(params);
        uint256 shares = (assets * (own.supplyShares + VIRTUAL_SHARES)) / (uint256(own.supplyAssets) + 1);
        own.supplyAssets += uint128(assets);
        own.supplyShares += uint128(shares);
        position[id][owner].supplyShares += shares;
        emit Supply(id, msg.sender, owner, assets, shares);
        Token(params.loanToken).transferFrom(msg.sender, address(this), assets);
    }

    function withdraw(Params calldata params, uint256 shares, address receiver) external returns (uint256 assets) {
        (bytes32 id, Market storage own) = accrue(params);
        assets = (shares * (uint256(own.supplyAssets) + 1)) / (own.supplyShares + VIRTUAL_SHARES);
        own.supplyAssets -= uint128(assets);
        own.supplyShares -= uint128(shares);
        position[id][msg.sender].supplyShares -= shares;
        Token(params.loanToken).transfer(receiver, assets);
    }

    function supplyCollateral(Params calldata params, uint256 assets, address owner) external {
        bytes32 id = toId(params);
        position[id][owner].collateral += uint128(assets);
        emit SupplyCollateral(id, msg.sender, owner, assets);
        Token(params.collateralToken).transferFrom(msg.sender, address(this), assets);
    }

    function borrow(Params calldata params, uint256 assets, address receiver) external {
        (bytes32 id, Market storage own) = accrue(params);
        uint256 all = uint256(own.borrowAssets) + 1;
        uint256 shares = (assets * (own.borrowShares + VIRTUAL_SHARES) + all - 1) / all;
        own.borrowAssets += uint128(assets);
        own.borrowShares += uint128(shares);
        position[id][msg.sender].borrowShares += uint128(shares);
        emit Borrow(id, msg.sender, msg.sender, receiver, assets, shares);
        Token(params.loanToken).transfer(receiver, assets);
    }

    function repay(Params calldata params, uint256 shares) external returns (uint256 assets) {
        (bytes32 id, Market storage own) = accrue(params);
        uint256 all = own.borrowShares + VIRTUAL_SHARES;
        assets = (shares * (uint256(own.borrowAssets) + 1) + all - 1) / all;
        own.borrowAssets -= uint128(assets);
        own.borrowShares -= uint128(shares);
        position[id][msg.sender].borrowShares -= uint128(shares);
        Token(params.loanToken).transferFrom(msg.sender, address(this), assets);
    }

    function accrue(Params calldata params) private returns (bytes32 id, Market storage own) {
        own = market[id = toId(params)];
        uint256 first = RATE * (block.timestamp - own.lastUpdate);
        uint256 second = (first * first) / 2e18;
        uint256 interest = (own.borrowAssets * (first + second + (second * first) / 3e18)) / 1e18;
        own.borrowAssets += uint128(interest);
        own.supplyAssets += uint128(interest);
        own.lastUpdate = uint128(block.timestamp);
    }

    function toId(Params calldata params) private pure returns (bytes32) {
        return keccak256(abi.encode(params));
    }
}
