// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface SiloAsset {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Silo V2's factory, whose bytecode no package ships.
contract SiloStandIn {
    mapping(address => bool) public isSilo;
    uint256 public getNextSiloId = 1;

    event NewSilo(address config);

    function createMarket(address[2] calldata assets, address[2] calldata oracles) external returns (address config) {
        SiloConfigStandIn market = new SiloConfigStandIn(assets, oracles);
        (address silo0, address silo1) = market.getSilos();
        (isSilo[silo0], isSilo[silo1]) = (true, true);
        getNextSiloId += 1;
        emit NewSilo(config = address(market));
    }
}

/// A market of two silos. A borrower's collateral is in one of them.
contract SiloConfigStandIn {
    struct ConfigData {
        uint256 daoFee;
        uint256 deployerFee;
        address silo;
        address token;
        address protectedShareToken;
        address collateralShareToken;
        address debtShareToken;
        address solvencyOracle;
        address maxLtvOracle;
        address interestRateModel;
        uint256 maxLtv;
        uint256 lt;
        uint256 liquidationTargetLtv;
        uint256 liquidationFee;
        uint256 flashloanFee;
        address hookReceiver;
        bool callBeforeQuote;
    }

    SiloMarketStandIn[2] private silos;
    address[2] private oracles;
    mapping(address => address) public borrowerCollateralSilo;

    constructor(address[2] memory assets, address[2] memory feeds) {
        silos[0] = new SiloMarketStandIn(msg.sender, assets[0]);
        silos[1] = new SiloMarketStandIn(msg.sender, assets[1]);
        oracles = feeds;
    }

    function setCollateral(address borrower, address silo) external {
        borrowerCollateralSilo[borrower] = silo;
    }

    function getSilos() external view returns (address, address) {
        return (address(silos[0]), address(silos[1]));
    }

    function getShareTokens(address silo) external view returns (address, address, address) {
        SiloMarketStandIn one = SiloMarketStandIn(silo);
        return (address(one.shares(0)), silo, address(one.shares(2)));
    }

    function getConfigsForSolvency(
        address borrower
    ) external view returns (ConfigData memory collateral, ConfigData memory debt) {
        for (uint256 at = 0; at < 2; at++) {
            if (silos[at].shares(2).balanceOf(borrower) == 0) continue;
            debt = toData(at);
            collateral = toData(borrowerCollateralSilo[borrower] == address(silos[0]) ? 0 : 1);
        }
    }

    function toData(uint256 at) private view returns (ConfigData memory data) {
        (data.silo, data.token, data.solvencyOracle) = (address(silos[at]), silos[at].asset(), oracles[at]);
        data.lt = 0.85e18;
    }
}

/// A silo, which is the token of its collateral's shares. Interest by second on debts goes to collateral; conversions have
/// virtual shares as the original's. Fees, hooks and limits are left out.
contract SiloMarketStandIn {
    uint256 private constant OFFSET = 1_000;
    /// Per second, of 18 decimals: about 10 % a year.
    uint256 private constant INTEREST = 3_170_979_198;

    event Transfer(address indexed from, address indexed to, uint256 value);

    address public immutable factory;
    SiloConfigStandIn public immutable config = SiloConfigStandIn(msg.sender);
    address public immutable asset;
    SiloShareStandIn private immutable protectedShares = new SiloShareStandIn();
    SiloShareStandIn private immutable debtShares = new SiloShareStandIn();
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    uint256[3] private stored;
    uint256 private accruedAt = block.timestamp;

    constructor(address maker, address token) {
        (factory, asset) = (maker, token);
    }

    function silo() external view returns (address) {
        return address(this);
    }

    function shares(uint256 kind) public view returns (SiloShareStandIn) {
        return kind == 0 ? protectedShares : kind == 2 ? debtShares : SiloShareStandIn(address(this));
    }

    function total(uint256 kind) public view returns (uint256) {
        uint256 interest = (stored[2] * INTEREST * (block.timestamp - accruedAt)) / 1e18;
        return kind == 0 ? stored[0] : stored[kind] + interest;
    }

    /// Debts are rounded up.
    function convertToAssets(uint256 amount, uint8 kind) public view returns (uint256) {
        if (kind == 2) {
            uint256 all = debtShares.totalSupply();
            return all == 0 ? 0 : (amount * total(2) + all - 1) / all;
        }
        return (amount * (total(kind) + 1)) / (shares(kind).totalSupply() + OFFSET);
    }

    /// As in the original, a redemption may be rounded down by one more unit.
    function previewRedeem(uint256 amount, uint8 kind) external view returns (uint256) {
        uint256 assets = convertToAssets(amount, kind);
        return assets > 0 ? assets - 1 : 0;
    }

    function deposit(uint256 amount, address receiver, uint256 kind) external {
        accrue();
        SiloAsset(asset).transferFrom(msg.sender, address(this), amount);
        uint256 share = (amount * (shares(kind).totalSupply() + OFFSET)) / (total(kind) + 1);
        stored[kind] += amount;
        if (kind == 0) return protectedShares.mint(receiver, share);
        balanceOf[receiver] += share;
        totalSupply += share;
        emit Transfer(address(0), receiver, share);
    }

    function borrow(uint256 amount, address receiver, address borrower, address collateral) external {
        accrue();
        uint256 all = debtShares.totalSupply();
        uint256 share = all == 0 ? amount : (amount * all + total(2) - 1) / total(2);
        stored[2] += amount;
        debtShares.mint(borrower, share);
        config.setCollateral(borrower, collateral);
        SiloAsset(asset).transfer(receiver, amount);
    }

    function accrue() private {
        (stored[1], stored[2], accruedAt) = (total(1), total(2), block.timestamp);
    }
}

contract SiloShareStandIn {
    address public immutable silo = msg.sender;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address owner, uint256 amount) external {
        balanceOf[owner] += amount;
        totalSupply += amount;
        emit Transfer(address(0), owner, amount);
    }
}

contract SiloOracleStandIn {
    uint256 private price;

    function setPrice(uint256 value) external {
        price = value;
    }

    function quote(uint256 amount, address) external view returns (uint256) {
        require(price > 0, "no price");
        return (amount * price) / 1e18;
    }
}
