// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

interface Market {
    function balanceOf(address owner) external view returns (uint256);
}

interface Oracle {
    function getUnderlyingPrice(address market) external view returns (uint256);
}

/// Stands for a comptroller of Compound V2: its views, and rewards per second for suppliers by an index of 36 decimals,
/// paid if it holds enough. It is its own oracle. Left out are liquidation, caps and pauses.
contract ComptrollerStandIn {
    event MarketEntered(address market, address account);
    event DistributedSupplierComp(
        address indexed cToken,
        address indexed supplier,
        uint256 compDelta,
        uint256 compSupplyIndex
    );

    address public immutable getCompAddress;
    uint256 public speed;
    mapping(address => uint256) public getUnderlyingPrice;
    mapping(address => uint256) public factorOf;
    mapping(address => uint256) private shownFactorOf;
    mapping(address => bool) internal isListed;
    address[] internal listed;
    mapping(address => address[]) internal entered;
    mapping(address => uint256) private indexOf;
    mapping(address => uint256) private accruedAt;
    mapping(address => mapping(address => uint256)) private indexOfOwner;
    mapping(address => uint256) public compAccrued;

    constructor(address comp, uint256 speed_) {
        (getCompAddress, speed) = (comp, speed_);
    }

    function oracle() external view returns (address) {
        return address(this);
    }

    function getAllMarkets() external view returns (address[] memory) {
        return listed;
    }

    function getAssetsIn(address owner) external view returns (address[] memory) {
        return entered[owner];
    }

    /// A third value is left out, as some forks have none.
    function markets(address market) external view returns (bool, uint256) {
        return (isListed[market], shownFactorOf[market] == 0 ? factorOf[market] : shownFactorOf[market]);
    }

    function list(address market, uint256 price, uint256 factor) external {
        if (!isListed[market]) listed.push(market);
        (isListed[market], getUnderlyingPrice[market], factorOf[market]) = (true, price, factor);
        accruedAt[market] = block.timestamp;
    }

    function enterMarkets(address[] calldata markets_) external {
        for (uint256 at = 0; at < markets_.length; at++) {
            entered[msg.sender].push(markets_[at]);
            emit MarketEntered(markets_[at], msg.sender);
        }
    }

    /// Before a market changes an owner's shares.
    function distribute(address market, address owner, uint256 totalShares, uint256 shares) external {
        accrue(market, owner, totalShares, shares);
    }

    function accrue(address market, address owner, uint256 totalShares, uint256 shares) private {
        uint256 seconds_ = block.timestamp - accruedAt[market];
        if (totalShares > 0) indexOf[market] += (seconds_ * speed * 1e36) / totalShares;
        accruedAt[market] = block.timestamp;
        uint256 gained = (shares * (indexOf[market] - indexOfOwner[market][owner])) / 1e36;
        indexOfOwner[market][owner] = indexOf[market];
        compAccrued[owner] += gained;
        if (gained > 0) emit DistributedSupplierComp(market, owner, gained, indexOf[market]);
    }

    function claimComp(address owner, address[] calldata markets_) public virtual {
        for (uint256 at = 0; at < markets_.length; at++) {
            address market = markets_[at];
            accrue(market, owner, MarketStandIn(payable(market)).totalSupply(), Market(market).balanceOf(owner));
        }
        uint256 owed = compAccrued[owner];
        if (owed == 0 || Token(getCompAddress).balanceOf(address(this)) < owed) return;
        compAccrued[owner] = 0;
        Token(getCompAddress).transfer(owner, owed);
    }

    /// By stored balances.
    function getAccountLiquidity(address owner) external view returns (uint256, uint256, uint256) {
        uint256 collateral;
        uint256 debt;
        for (uint256 at = 0; at < entered[owner].length; at++) {
            MarketStandIn market = MarketStandIn(payable(entered[owner][at]));
            uint256 price = getUnderlyingPrice[address(market)];
            uint256 each = (((factorOf[address(market)] * market.exchangeRateStored()) / 1e18) * price) / 1e18;
            collateral += (each * market.balanceOf(owner)) / 1e18;
            debt += (price * market.borrowBalanceStored(owner)) / 1e18;
        }
        return collateral >= debt ? (uint256(0), collateral - debt, uint256(0)) : (uint256(0), uint256(0), debt - collateral);
    }

    /// `markets()` shows a limit of new loans, as forks do whose liquidations have a limit of their own.
    function setShownFactor(address market, uint256 factor) external {
        shownFactorOf[market] = factor;
    }

    /// Worth of collateral and of debts, as a comptroller sums them.
    function getWorth(address owner) external returns (uint256 collateral, uint256 debt) {
        for (uint256 at = 0; at < entered[owner].length; at++) {
            MarketStandIn market = MarketStandIn(payable(entered[owner][at]));
            uint256 rate = market.exchangeRateCurrent();
            uint256 price = getUnderlyingPrice[address(market)];
            uint256 each = (((factorOf[address(market)] * rate) / 1e18) * price) / 1e18;
            collateral += (each * market.balanceOf(owner)) / 1e18;
            debt += (price * market.borrowBalanceCurrent(owner)) / 1e18;
        }
    }
}

/// Claims at another comptroller what that owes to the owner, as if it paid it.
contract CollectingComptroller is ComptrollerStandIn {
    ComptrollerStandIn private immutable other;

    constructor(ComptrollerStandIn other_) ComptrollerStandIn(other_.getCompAddress(), 0) {
        other = other_;
    }

    function claimComp(address owner, address[] calldata) public override {
        other.claimComp(owner, other.getAllMarkets());
    }
}

/// Stands for a market of Compound V2, of a token or of native coin: shares by an exchange rate, interest per second on
/// what is borrowed, a tenth of it kept as reserves.
contract MarketStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Mint(address minter, uint256 mintAmount, uint256 mintTokens);

    uint256 private constant RATE_PER_SECOND = 5e9;

    ComptrollerStandIn public immutable comptroller;
    address private immutable asset;
    uint256 public totalSupply;
    uint256 public totalBorrows;
    uint256 public totalReserves;
    uint256 public borrowIndex = 1e18;
    uint256 private pretended;
    uint256 private accruedAt = block.timestamp;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) private principal;
    mapping(address => uint256) private indexOf;

    /// @param asset_ The zero address for native coin, which then has no `underlying()`.
    constructor(ComptrollerStandIn comptroller_, address asset_) {
        (comptroller, asset) = (comptroller_, asset_);
    }

    receive() external payable {
        mint(msg.value);
    }

    function underlying() external view returns (address) {
        require(asset != address(0));
        return asset;
    }

    function getCash() public view returns (uint256) {
        return pretended + (asset == address(0) ? address(this).balance : Token(asset).balanceOf(address(this)));
    }

    function accrueInterest() public {
        uint256 factor = (block.timestamp - accruedAt) * RATE_PER_SECOND;
        uint256 interest = (totalBorrows * factor) / 1e18;
        totalBorrows += interest;
        totalReserves += interest / 10;
        borrowIndex += (borrowIndex * factor) / 1e18;
        accruedAt = block.timestamp;
    }

    function totalBorrowsCurrent() external returns (uint256) {
        accrueInterest();
        return totalBorrows;
    }

    function exchangeRateStored() public view returns (uint256) {
        if (totalSupply == 0) return 2e16;
        return ((getCash() + totalBorrows - totalReserves) * 1e18) / totalSupply;
    }

    function exchangeRateCurrent() public returns (uint256) {
        accrueInterest();
        return exchangeRateStored();
    }

    function borrowBalanceStored(address owner) public view returns (uint256) {
        return indexOf[owner] == 0 ? 0 : (principal[owner] * borrowIndex) / indexOf[owner];
    }

    function borrowBalanceCurrent(address owner) external returns (uint256) {
        accrueInterest();
        return borrowBalanceStored(owner);
    }

    function balanceOfUnderlying(address owner) external returns (uint256) {
        return (exchangeRateCurrent() * balanceOf[owner]) / 1e18;
    }

    /// The asset was transferred before.
    function mint(uint256 amount) public {
        accrueInterest();
        comptroller.distribute(address(this), msg.sender, totalSupply, balanceOf[msg.sender]);
        uint256 rate = totalSupply == 0 ? 2e16 : ((getCash() - amount + totalBorrows - totalReserves) * 1e18) / totalSupply;
        uint256 shares = (amount * 1e18) / rate;
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Mint(msg.sender, amount, shares);
        emit Transfer(address(this), msg.sender, shares);
    }

    function redeem(uint256 shares) external {
        accrueInterest();
        comptroller.distribute(address(this), msg.sender, totalSupply, balanceOf[msg.sender]);
        uint256 amount = (shares * exchangeRateStored()) / 1e18;
        totalSupply -= shares;
        balanceOf[msg.sender] -= shares;
        emit Transfer(msg.sender, address(this), shares);
        pay(amount);
    }

    function borrow(uint256 amount) public virtual {
        accrueInterest();
        principal[msg.sender] = borrowBalanceStored(msg.sender) + amount;
        indexOf[msg.sender] = borrowIndex;
        totalBorrows += amount;
        pay(amount);
    }

    function pay(uint256 amount) private {
        if (asset == address(0)) payable(msg.sender).transfer(amount);
        else Token(asset).transfer(msg.sender, amount);
    }

    /// Reports cash that it doesn't hold.
    function pretend(uint256 amount) external {
        pretended = amount;
    }
}

/// Has no rewards of its own.
contract DistributedComptroller is ComptrollerStandIn {
    address public rewardDistributor;

    constructor() ComptrollerStandIn(address(0), 0) {}

    function setDistributor(address distributor) external {
        rewardDistributor = distributor;
    }
}

/// Stands for Moonwell's MultiRewardDistributor: what is owed is set.
contract MultiDistributorStandIn {
    struct Reward {
        address emissionToken;
        uint256 totalAmount;
        uint256 supplySide;
        uint256 borrowSide;
    }

    struct MarketRewards {
        address market;
        Reward[] rewards;
    }

    mapping(address => Reward) private owed;

    function owe(address user, address token, uint256 amount) external {
        owed[user] = Reward(token, amount, amount, 0);
    }

    function getOutstandingRewardsForUser(address user) external view returns (MarketRewards[] memory markets) {
        markets = new MarketRewards[](1);
        markets[0].rewards = new Reward[](1);
        markets[0].rewards[0] = owed[user];
    }
}
