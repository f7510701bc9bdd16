// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface PrismaToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for a trove manager of Prisma's forks, whose bytecode no package ships: one collateral, interest by an index.
/// Left out are fees, emissions, redemptions and redistribution.
contract PrismaStandIn {
    struct Trove {
        uint256 debt;
        uint256 coll;
        uint256 index;
    }

    /// Per second, of 27 decimals.
    uint256 private constant INTEREST = 1_000_000_000_000_000_000;

    uint256 public constant MCR = 1.2e18;
    address public immutable collateralToken;
    address public immutable debtToken;
    PrismaLiquidatorStandIn public immutable liquidationManager;
    mapping(address => Trove) public Troves;
    uint256 public getEntireSystemColl;
    uint256 private immutable startedAt = block.timestamp;
    uint256 private price;

    event TroveUpdated(address indexed _borrower, uint256 _debt, uint256 _coll, uint256 _stake, uint8 _operation);

    constructor(address collateral, address debt, PrismaLiquidatorStandIn liquidator) {
        (collateralToken, debtToken, liquidationManager) = (collateral, debt, liquidator);
    }

    function setPrice(uint256 value) external {
        price = value;
    }

    function fetchPrice() external returns (uint256) {
        price = price + 0;
        return price;
    }

    function currentIndex() public view returns (uint256) {
        return 1e27 + INTEREST * (block.timestamp - startedAt);
    }

    function openTrove(uint256 coll, uint256 debt) external {
        PrismaToken(collateralToken).transferFrom(msg.sender, address(this), coll);
        Troves[msg.sender] = Trove(debt, coll, currentIndex());
        getEntireSystemColl += coll;
        emit TroveUpdated(msg.sender, debt, coll, coll, 0);
    }

    function getEntireDebtAndColl(address owner) public view returns (uint256, uint256, uint256, uint256) {
        Trove memory trove = Troves[owner];
        return (trove.index == 0 ? 0 : (trove.debt * currentIndex()) / trove.index, trove.coll, 0, 0);
    }

    function getCurrentICR(address owner, uint256 at) external view returns (uint256) {
        (uint256 debt, uint256 coll, , ) = getEntireDebtAndColl(owner);
        return (coll * at) / debt;
    }
}

/// Names the stability pool that all trove managers share.
contract PrismaLiquidatorStandIn {
    PrismaStabilityStandIn public immutable stabilityPool;

    constructor(address debt, address[] memory collaterals) {
        stabilityPool = new PrismaStabilityStandIn(debt, collaterals);
    }
}

/// Deposits earn each collateral in equal parts here.
contract PrismaStabilityStandIn {
    address private immutable debtToken;
    address[] public collateralTokens;
    mapping(address => uint256) public getCompoundedDebtDeposit;
    uint256 public getTotalDebtTokenDeposits;
    uint256[] private perDeposit;

    event UserDepositChanged(address indexed _depositor, uint256 _newDeposit);

    constructor(address debt, address[] memory collaterals) {
        (debtToken, collateralTokens) = (debt, collaterals);
        perDeposit = new uint256[](collaterals.length);
    }

    function provideToSP(uint256 amount) external {
        PrismaToken(debtToken).transferFrom(msg.sender, address(this), amount);
        getCompoundedDebtDeposit[msg.sender] += amount;
        getTotalDebtTokenDeposits += amount;
        emit UserDepositChanged(msg.sender, getCompoundedDebtDeposit[msg.sender]);
    }

    function earn(uint256 index, uint256 amount) external {
        PrismaToken(collateralTokens[index]).transferFrom(msg.sender, address(this), amount);
        perDeposit[index] += (amount * 1e18) / getTotalDebtTokenDeposits;
    }

    function getDepositorCollateralGain(address owner) external view returns (uint256[] memory gains) {
        gains = new uint256[](perDeposit.length);
        for (uint256 at = 0; at < gains.length; at++)
            gains[at] = (getCompoundedDebtDeposit[owner] * perDeposit[at]) / 1e18;
    }
}
