// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface BoldToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Liquity V2's registry of branches, whose bytecode no package ships.
contract BoldStandIn {
    address public immutable boldToken;
    BoldTroveManagerStandIn[] public getTroveManager;
    address[] public getToken;

    constructor(address bold) {
        boldToken = bold;
    }

    function addBranch(address collateral) external {
        getToken.push(collateral);
        getTroveManager.push(new BoldTroveManagerStandIn(collateral, boldToken));
    }

    function totalCollaterals() external view returns (uint256) {
        return getTroveManager.length;
    }
}

/// Troves by NFT, with simple interest at each its own rate. Left out are batches, redistribution, fees and the sorted list.
contract BoldTroveManagerStandIn {
    struct LatestTroveData {
        uint256 entireDebt;
        uint256 entireColl;
        uint256 redistBoldDebtGain;
        uint256 redistCollGain;
        uint256 accruedInterest;
        uint256 recordedDebt;
        uint256 annualInterestRate;
        uint256 weightedRecordedDebt;
        uint256 accruedBatchManagementFee;
        uint256 lastInterestRateAdjTime;
    }

    struct Trove {
        uint256 debt;
        uint256 coll;
        uint256 rate;
        uint256 updatedAt;
    }

    uint256 public constant MCR = 1.1e18;
    address private immutable collateral;
    BoldNftStandIn public immutable troveNFT = new BoldNftStandIn();
    BoldPoolStandIn public immutable activePool = new BoldPoolStandIn();
    BoldStabilityStandIn public immutable stabilityPool;
    mapping(uint256 => Trove) private troves;
    uint256 public getEntireBranchColl;
    uint256 private price;
    uint256 private fetched;

    constructor(address token, address bold) {
        collateral = token;
        stabilityPool = new BoldStabilityStandIn(token, bold);
    }

    function borrowerOperations() external view returns (address) {
        return address(this);
    }

    function setPrice(uint256 value) external {
        price = value;
    }

    /// @param rate A year's, of 18 decimals.
    function openTrove(uint256 id, uint256 coll, uint256 debt, uint256 rate) external {
        BoldToken(collateral).transferFrom(msg.sender, address(activePool), coll);
        troves[id] = Trove(debt, coll, rate, block.timestamp);
        getEntireBranchColl += coll;
        troveNFT.mint(msg.sender, id);
    }

    function getLatestTroveData(uint256 id) public view returns (LatestTroveData memory data) {
        Trove memory trove = troves[id];
        data.accruedInterest = (trove.debt * trove.rate * (block.timestamp - trove.updatedAt)) / 365 days / 1e18;
        data.entireDebt = trove.debt + data.accruedInterest;
        (data.entireColl, data.recordedDebt, data.annualInterestRate) = (trove.coll, trove.debt, trove.rate);
    }

    function getCurrentICR(uint256 id, uint256 at) external view returns (uint256) {
        LatestTroveData memory data = getLatestTroveData(id);
        return (data.entireColl * at) / data.entireDebt;
    }

    function getUnbackedPortionPriceAndRedeemability() external returns (uint256, uint256, bool) {
        require(price > 0, "no oracle");
        fetched = price;
        return (0, price, true);
    }
}

contract BoldPoolStandIn {
    address public constant defaultPoolAddress = address(0xdef);
}

contract BoldNftStandIn {
    mapping(uint256 => address) public ownerOf;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
        emit Transfer(address(0), to, id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        ownerOf[id] = to;
        emit Transfer(from, to, id);
    }
}

/// Deposits without loss, whose gains are set.
contract BoldStabilityStandIn {
    address private immutable collateral;
    address private immutable bold;
    mapping(address => uint256) public getCompoundedBoldDeposit;
    mapping(address => uint256) public stashedColl;
    mapping(address => uint256) public getDepositorCollGain;
    mapping(address => uint256) public getDepositorYieldGain;
    uint256 public getTotalBoldDeposits;

    event DepositOperation(
        address indexed _depositor,
        uint8 _operation,
        uint256 _depositLossSinceLastOperation,
        int256 _topUpOrWithdrawal,
        uint256 _yieldGainSinceLastOperation,
        uint256 _yieldGainClaimed,
        uint256 _ethGainSinceLastOperation,
        uint256 _ethGainClaimed
    );

    constructor(address token, address bold_) {
        (collateral, bold) = (token, bold_);
    }

    function provideToSP(uint256 amount) external {
        BoldToken(bold).transferFrom(msg.sender, address(this), amount);
        getCompoundedBoldDeposit[msg.sender] += amount;
        getTotalBoldDeposits += amount;
        emit DepositOperation(msg.sender, 0, 0, int256(amount), 0, 0, 0, 0);
    }

    function setGains(address owner, uint256 coll, uint256 stashed, uint256 earned) external {
        BoldToken(collateral).transferFrom(msg.sender, address(this), coll + stashed);
        (getDepositorCollGain[owner], stashedColl[owner], getDepositorYieldGain[owner]) = (coll, stashed, earned);
    }

    /// Interest that the next operation would mint.
    function getDepositorYieldGainWithPending(address owner) external view returns (uint256) {
        return getCompoundedBoldDeposit[owner] == 0 ? 0 : getDepositorYieldGain[owner] + 1e18;
    }
}
