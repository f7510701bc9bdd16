// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface GearboxAsset {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Gearbox's compressor, which lists markets: those of its own, and those of a configurator.
contract GearboxStandIn {
    struct Pool {
        address pool;
        address underlying;
        uint256 availableLiquidity;
        uint256 totalBorrowed;
    }

    GearboxPoolStandIn[] private pools;
    address[] private managers;
    address private legacy;
    address private constant LEGACY_CONFIGURATOR = address(0x1e9ac);

    function createMarket(address asset, address[] calldata tokens) external {
        pools.push(new GearboxPoolStandIn(asset));
        managers.push(address(new GearboxManagerStandIn(asset, tokens)));
    }

    function createLegacyPool(address asset) external {
        legacy = address(new GearboxPoolStandIn(asset));
    }

    function getPools() external view returns (Pool[] memory list) {
        list = new Pool[](pools.length);
        for (uint256 at = 0; at < list.length; at++) list[at].pool = address(pools[at]);
    }

    function getPools(address[] calldata configurators) external view returns (Pool[] memory list) {
        list = new Pool[](configurators[0] == LEGACY_CONFIGURATOR ? 1 : 0);
        if (list.length > 0) list[0].pool = legacy;
    }

    function getCreditManagers() external view returns (address[] memory) {
        return managers;
    }

    function getCreditManagers(address[] calldata) external pure returns (address[] memory) {
        return new address[](0);
    }
}

/// Shares that earn by second, and pay a fee of 1 % when redeemed.
contract GearboxPoolStandIn {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable asset;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    uint256 private immutable startedAt = block.timestamp;

    constructor(address token) {
        asset = token;
    }

    function totalAssets() public view returns (uint256) {
        return (totalSupply * (1e9 + block.timestamp - startedAt)) / 1e9;
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return (((shares * totalAssets()) / totalSupply) * 99) / 100;
    }

    function deposit(uint256 shares, address receiver) external {
        GearboxAsset(asset).transferFrom(msg.sender, address(this), shares);
        balanceOf[receiver] += shares;
        totalSupply += shares;
        emit Transfer(address(0), receiver, shares);
    }
}

/// Credit accounts with interest by second; prices are set, in USD of 8 decimals, and every token counts for 90 %.
contract GearboxManagerStandIn {
    struct Debt {
        uint256 debt;
        uint256 cumulativeIndexNow;
        uint256 cumulativeIndexLastUpdate;
        uint128 cumulativeQuotaInterest;
        uint256 accruedInterest;
        uint256 accruedFees;
        uint256 totalDebtUSD;
        uint256 totalValue;
        uint256 totalValueUSD;
        uint256 twvUSD;
        uint256 enabledTokensMask;
        uint256 quotedTokensMask;
        address[] quotedTokens;
        address poolQuotaKeeper;
    }

    struct Account {
        uint256 debt;
        uint256 mask;
        uint64 openedAt;
        address borrower;
    }

    address public immutable underlying;
    GearboxFacadeStandIn public immutable creditFacade = new GearboxFacadeStandIn();
    address[] private tokens;
    mapping(address => Account) private accounts;
    mapping(address => uint256) private price;

    constructor(address asset, address[] memory collateral) {
        (underlying, tokens) = (asset, collateral);
    }

    function setPrice(address token, uint256 value) external {
        price[token] = value;
    }

    function open(address account, address borrower, uint256 debt, uint256 mask) external {
        accounts[account] = Account(debt, mask, uint64(block.timestamp), borrower);
        creditFacade.emitOpened(account, borrower);
    }

    function collateralTokensCount() external view returns (uint8) {
        return uint8(tokens.length);
    }

    function getTokenByMask(uint256 mask) external view returns (address) {
        for (uint256 at = 0; at < tokens.length; at++) if (mask == 1 << at) return tokens[at];
        revert("no token");
    }

    function creditAccountInfo(
        address account
    ) external view returns (uint256, uint256, uint128, uint128, uint256, uint16, uint64, address) {
        Account memory own = accounts[account];
        return (own.debt, 0, 0, 0, own.mask, 0, own.openedAt, own.borrower);
    }

    function calcDebtAndCollateral(address account, uint8 task) external view returns (Debt memory data) {
        Account memory own = accounts[account];
        data.debt = own.debt;
        data.accruedInterest = (own.debt * (block.timestamp - own.openedAt)) / 1e9;
        data.accruedFees = data.accruedInterest / 4;
        if (task == 1) return data;
        uint256 owed = data.debt + data.accruedInterest + data.accruedFees;
        data.totalDebtUSD = toUsd(underlying, owed);
        for (uint256 at = 0; at < tokens.length; at++) {
            if ((own.mask >> at) & 1 == 0) continue;
            data.twvUSD += (toUsd(tokens[at], GearboxAsset(tokens[at]).balanceOf(account)) * 90) / 100;
        }
    }

    function toUsd(address token, uint256 amount) private view returns (uint256) {
        require(price[token] > 0, "no price");
        return (amount * price[token]) / 1e18;
    }
}

contract GearboxFacadeStandIn {
    address public immutable creditManager = msg.sender;

    event OpenCreditAccount(
        address indexed creditAccount,
        address indexed onBehalfOf,
        address indexed caller,
        uint256 referralCode
    );

    function emitOpened(address account, address borrower) external {
        emit OpenCreditAccount(account, borrower, borrower, 0);
    }
}
