// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Stands for a Fraxlend pair of version 2: lenders' and borrowers' shares, interest per second, a loan-to-value limit
/// with 5 decimals, and two exchange rates of which the higher decides. Left out are fees, oracles and liquidation.
contract FraxlendPairStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event AddCollateral(address indexed sender, address indexed borrower, uint256 collateralAmount);
    event BorrowAsset(address indexed borrower, address indexed receiver, uint256 borrowAmount, uint256 sharesAdded);

    struct Total {
        uint128 amount;
        uint128 shares;
    }

    uint256 private constant RATE_PER_SECOND = 5e9;

    address public immutable asset;
    address public immutable collateralContract;
    uint256 public constant maxLTV = 75_000;
    Total public totalAsset;
    Total public totalBorrow;
    uint256 public totalCollateral;
    uint256 private high = 5e14;
    uint256 private accruedAt = block.timestamp;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public userBorrowShares;
    mapping(address => uint256) public userCollateralBalance;

    constructor(address asset_, address collateral_) {
        (asset, collateralContract) = (asset_, collateral_);
    }

    function totalSupply() external view returns (uint256) {
        return totalAsset.shares;
    }

    function exchangeRateInfo() external view returns (address, uint32, uint184, uint256 low, uint256) {
        return (address(this), 5000, uint184(accruedAt), high - 1e12, high);
    }

    function setRate(uint256 rate) external {
        high = rate;
    }

    function addInterest(bool) public returns (uint256 interest) {
        interest = (uint256(totalBorrow.amount) * (block.timestamp - accruedAt) * RATE_PER_SECOND) / 1e18;
        totalBorrow.amount += uint128(interest);
        totalAsset.amount += uint128(interest);
        accruedAt = block.timestamp;
    }

    /// The asset was transferred before.
    function deposit(uint256 amount) external {
        addInterest(false);
        uint256 shares = totalAsset.shares == 0 ? amount : (amount * totalAsset.shares) / totalAsset.amount;
        totalAsset.amount += uint128(amount);
        totalAsset.shares += uint128(shares);
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }

    function redeem(uint256 shares) external returns (uint256 amount) {
        addInterest(false);
        amount = (shares * totalAsset.amount) / totalAsset.shares;
        totalAsset.amount -= uint128(amount);
        totalAsset.shares -= uint128(shares);
        balanceOf[msg.sender] -= shares;
        emit Transfer(msg.sender, address(0), shares);
        Token(asset).transfer(msg.sender, amount);
    }

    /// The collateral was transferred before.
    function addCollateral(uint256 amount, address borrower) external {
        userCollateralBalance[borrower] += amount;
        totalCollateral += amount;
        emit AddCollateral(msg.sender, borrower, amount);
    }

    function borrowAsset(uint256 amount) external {
        addInterest(false);
        uint256 shares = totalBorrow.shares == 0
            ? amount
            : (amount * totalBorrow.shares + totalBorrow.amount - 1) / totalBorrow.amount;
        totalBorrow.amount += uint128(amount);
        totalBorrow.shares += uint128(shares);
        userBorrowShares[msg.sender] += shares;
        require(isSolvent(msg.sender), "Insolvent");
        emit BorrowAsset(msg.sender, msg.sender, amount, shares);
        Token(asset).transfer(msg.sender, amount);
    }

    function toBorrowAmount(uint256 shares) public view returns (uint256 amount) {
        if (totalBorrow.shares == 0) return shares;
        amount = (shares * totalBorrow.amount) / totalBorrow.shares;
        if ((amount * totalBorrow.shares) / totalBorrow.amount < shares) amount++;
    }

    function toAssetAmount(uint256 shares) external view returns (uint256) {
        return totalAsset.shares == 0 ? shares : (shares * totalAsset.amount) / totalAsset.shares;
    }

    function isSolvent(address owner) public view returns (bool) {
        uint256 owed = toBorrowAmount(userBorrowShares[owner]);
        if (owed == 0) return true;
        if (userCollateralBalance[owner] == 0) return false;
        return (((owed * high) / 1e18) * 1e5) / userCollateralBalance[owner] <= maxLTV;
    }
}

/// Stands for the registry of pairs.
contract FraxlendRegistryStandIn {
    address[] private pairs;

    function add(address pair) external {
        pairs.push(pair);
    }

    function getAllPairAddresses() external view returns (address[] memory) {
        return pairs;
    }
}
