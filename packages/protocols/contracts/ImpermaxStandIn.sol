// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Stands for the factory of Impermax and Tarot.
contract ImpermaxStandIn {
    struct LendingPool {
        bool initialized;
        uint24 lendingPoolId;
        address collateral;
        address borrowable0;
        address borrowable1;
    }

    mapping(address => LendingPool) public getLendingPool;
    uint256 public allLendingPoolsLength;

    function create(address pair, address token0, address token1) external {
        CollateralStandIn collateral = new CollateralStandIn(pair, token0, token1);
        getLendingPool[pair] = LendingPool(
            true,
            uint24(allLendingPoolsLength++),
            address(collateral),
            address(collateral.borrowable0()),
            address(collateral.borrowable1())
        );
    }
}

/// Stands for a pool token: shares of what it holds, by a rate of 18 decimals.
abstract contract PoolTokenStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    address public immutable factory;
    address public immutable underlying;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address factory_, address underlying_) {
        (factory, underlying) = (factory_, underlying_);
    }

    function getTotal() internal view virtual returns (uint256) {
        return Token(underlying).balanceOf(address(this));
    }

    function exchangeRate() public virtual returns (uint256) {
        return totalSupply == 0 ? 1e18 : (getTotal() * 1e18) / totalSupply;
    }

    /// The underlying was transferred before.
    function mint(uint256 amount) external {
        uint256 shares = totalSupply == 0 ? amount : (amount * totalSupply) / (getTotal() - amount);
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }
}

/// Needs a fixed amount of the pair for one unit of each debt.
contract CollateralStandIn is PoolTokenStandIn {
    BorrowableStandIn public immutable borrowable0;
    BorrowableStandIn public immutable borrowable1;
    uint256 private constant NEEDED = 0.6e18;

    constructor(address pair, address token0, address token1) PoolTokenStandIn(msg.sender, pair) {
        borrowable0 = new BorrowableStandIn(msg.sender, token0);
        borrowable1 = new BorrowableStandIn(msg.sender, token1);
    }

    function accountLiquidity(address owner) external returns (uint256 liquidity, uint256 shortfall) {
        uint256 held = (balanceOf[owner] * exchangeRate()) / 1e18;
        uint256 needed = getNeeded(owner);
        return held >= needed ? (held - needed, uint256(0)) : (uint256(0), needed - held);
    }

    function getNeeded(address owner) public view returns (uint256) {
        return ((borrowable0.borrowBalance(owner) + borrowable1.borrowBalance(owner)) * NEEDED) / 1e18;
    }
}

contract BorrowableStandIn is PoolTokenStandIn {
    uint256 private constant RATE_PER_SECOND = 5e9;

    address public immutable collateral;
    uint256 public totalBorrows;
    uint256 public borrowIndex = 1e18;
    uint256 private accruedAt = block.timestamp;
    mapping(address => uint256) private principal;
    mapping(address => uint256) private indexOf;

    constructor(address factory_, address token) PoolTokenStandIn(factory_, token) {
        collateral = msg.sender;
    }

    function getTotal() internal view override returns (uint256) {
        return super.getTotal() + totalBorrows;
    }

    function accrueInterest() public {
        uint256 factor = (block.timestamp - accruedAt) * RATE_PER_SECOND;
        totalBorrows += (totalBorrows * factor) / 1e18;
        borrowIndex += (borrowIndex * factor) / 1e18;
        accruedAt = block.timestamp;
    }

    function exchangeRate() public override returns (uint256) {
        accrueInterest();
        return super.exchangeRate();
    }

    function borrowBalance(address owner) public view returns (uint256) {
        return indexOf[owner] == 0 ? 0 : (principal[owner] * borrowIndex) / indexOf[owner];
    }

    function borrow(uint256 amount) external {
        accrueInterest();
        (principal[msg.sender], indexOf[msg.sender]) = (borrowBalance(msg.sender) + amount, borrowIndex);
        totalBorrows += amount;
        Token(underlying).transfer(msg.sender, amount);
    }
}
