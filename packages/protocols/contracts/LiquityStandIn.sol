// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface LiquityToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Liquity V1's trove manager, whose bytecode no package ships, and deploys what it names. Troves share
/// redistributed loans by stake. Left out are fees, the sorted list, redemptions and the gas reserve.
contract LiquityStandIn {
    struct Trove {
        uint256 debt;
        uint256 coll;
        uint256 collSnapshot;
        uint256 debtSnapshot;
    }

    uint256 public constant MCR = 1.1e18;
    address public immutable lusdToken;
    address public immutable lqtyToken;
    LiquityOperationsStandIn public immutable borrowerOperationsAddress = new LiquityOperationsStandIn(this);
    LiquityVaultStandIn public immutable activePool = new LiquityVaultStandIn();
    LiquityVaultStandIn public immutable defaultPool = new LiquityVaultStandIn();
    LiquityPriceStandIn public immutable priceFeed = new LiquityPriceStandIn();
    LiquityStabilityStandIn public immutable stabilityPool;
    LiquityStakingStandIn public immutable lqtyStaking;
    mapping(address => Trove) public Troves;
    uint256 public getEntireSystemColl;
    uint256 private perColl;
    uint256 private debtPerColl;
    uint256 private stakes;

    constructor(address debt, address governance) {
        (lusdToken, lqtyToken) = (debt, governance);
        stabilityPool = new LiquityStabilityStandIn(debt);
        lqtyStaking = new LiquityStakingStandIn(debt, governance);
    }

    /// @param owner Without a check: a hostile fork may claim any trove.
    function setTrove(address owner, uint256 coll, uint256 debt) external {
        stakes = stakes + coll - Troves[owner].coll;
        getEntireSystemColl = getEntireSystemColl + coll - Troves[owner].coll;
        Troves[owner] = Trove(debt, coll, perColl, debtPerColl);
    }

    /// A liquidated loan becomes everybody's.
    function redistribute(uint256 debt) external payable {
        (bool isPaid, ) = address(defaultPool).call{ value: msg.value }("");
        require(isPaid);
        getEntireSystemColl += msg.value;
        perColl += (msg.value * 1e18) / stakes;
        debtPerColl += (debt * 1e18) / stakes;
    }

    function getEntireDebtAndColl(
        address owner
    ) public view returns (uint256 debt, uint256 coll, uint256 pendingDebt, uint256 pendingColl) {
        Trove memory trove = Troves[owner];
        pendingDebt = (trove.coll * (debtPerColl - trove.debtSnapshot)) / 1e18;
        pendingColl = (trove.coll * (perColl - trove.collSnapshot)) / 1e18;
        (debt, coll) = (trove.debt + pendingDebt, trove.coll + pendingColl);
    }

    function getCurrentICR(address owner, uint256 price) external view returns (uint256) {
        (uint256 debt, uint256 coll, , ) = getEntireDebtAndColl(owner);
        return debt == 0 ? type(uint256).max : (coll * price) / debt;
    }
}

/// A fork whose collateral is a token.
contract LiquityTokenStandIn is LiquityStandIn {
    address public immutable collTokenAddress;

    constructor(address collateral, address debt) LiquityStandIn(debt, debt) {
        collTokenAddress = collateral;
    }
}

/// A trove manager without troves that shares another's stability pool and stakes.
contract LiquitySharedStandIn {
    uint256 public constant MCR = 1.1e18;
    uint256 public constant getEntireSystemColl = 0;
    address public immutable lusdToken;
    address public immutable lqtyToken;
    LiquityStakingStandIn public immutable lqtyStaking;
    LiquityStabilityStandIn public immutable stabilityPool;
    LiquityVaultStandIn public immutable activePool = new LiquityVaultStandIn();

    constructor(LiquityStandIn main) {
        (lusdToken, lqtyToken) = (main.lusdToken(), main.lqtyToken());
        (lqtyStaking, stabilityPool) = (main.lqtyStaking(), main.stabilityPool());
    }

    function getEntireDebtAndColl(address) external pure returns (uint256, uint256, uint256, uint256) {
        return (0, 0, 0, 0);
    }
}

contract LiquityOperationsStandIn {
    LiquityStandIn public immutable troveManager;

    event TroveUpdated(address indexed _borrower, uint256 _debt, uint256 _coll, uint256 stake, uint8 operation);

    constructor(LiquityStandIn manager) {
        troveManager = manager;
    }

    function openTrove(uint256 debt) external payable {
        (bool isPaid, ) = address(troveManager.activePool()).call{ value: msg.value }("");
        require(isPaid);
        troveManager.setTrove(msg.sender, msg.value, debt);
        emit TroveUpdated(msg.sender, debt, msg.value, msg.value, 0);
    }
}

contract LiquityVaultStandIn {
    receive() external payable {}
}

contract LiquityPriceStandIn {
    uint256 public lastGoodPrice;
    uint256 private price;

    function setPrice(uint256 value) external {
        price = value;
    }

    function fetchPrice() external returns (uint256) {
        if (price == 0) revert("no oracle");
        lastGoodPrice = price;
        return price;
    }
}

/// Deposits shrink by a product and earn collateral by a sum, as loans are repaid from them.
contract LiquityStabilityStandIn {
    struct Deposit {
        uint256 amount;
        uint256 product;
        uint256 sum;
    }

    address private immutable debtToken;
    mapping(address => Deposit) public deposits;
    uint256 public getTotalLUSDDeposits;
    uint256 private product = 1e18;
    uint256 private sum;

    event UserDepositChanged(address indexed _depositor, uint256 _newDeposit);

    constructor(address debt) {
        debtToken = debt;
    }

    function provideToSP(uint256 amount, address) external {
        LiquityToken(debtToken).transferFrom(msg.sender, address(this), amount);
        deposits[msg.sender] = Deposit(amount, product, sum);
        getTotalLUSDDeposits += amount;
        emit UserDepositChanged(msg.sender, amount);
    }

    function offset(uint256 debt) external payable {
        sum += (msg.value * product) / getTotalLUSDDeposits;
        product = (product * (getTotalLUSDDeposits - debt)) / getTotalLUSDDeposits;
        getTotalLUSDDeposits -= debt;
        LiquityToken(debtToken).transfer(address(0xdead), debt);
    }

    function getCompoundedLUSDDeposit(address owner) external view returns (uint256) {
        Deposit memory own = deposits[owner];
        return own.amount == 0 ? 0 : (own.amount * product) / own.product;
    }

    function getDepositorETHGain(address owner) external view returns (uint256) {
        Deposit memory own = deposits[owner];
        return own.amount == 0 ? 0 : (own.amount * (sum - own.sum)) / own.product;
    }

    function getDepositorLQTYGain(address owner) external view returns (uint256) {
        return deposits[owner].amount / 100;
    }
}

/// Stakes earn fees of both kinds.
contract LiquityStakingStandIn {
    address private immutable debtToken;
    address private immutable governance;
    mapping(address => uint256) public stakes;
    uint256 public totalLQTYStaked;

    event StakeChanged(address indexed staker, uint256 newStake);

    constructor(address debt, address token) {
        (debtToken, governance) = (debt, token);
    }

    function stake(uint256 amount) external {
        LiquityToken(governance).transferFrom(msg.sender, address(this), amount);
        stakes[msg.sender] += amount;
        totalLQTYStaked += amount;
        emit StakeChanged(msg.sender, stakes[msg.sender]);
    }

    function getPendingETHGain(address owner) external view returns (uint256) {
        return totalLQTYStaked == 0 ? 0 : (address(this).balance * stakes[owner]) / totalLQTYStaked;
    }

    function getPendingLUSDGain(address owner) external view returns (uint256) {
        uint256 held = LiquityToken(debtToken).balanceOf(address(this));
        return totalLQTYStaked == 0 ? 0 : (held * stakes[owner]) / totalLQTYStaked;
    }

    receive() external payable {}
}
