// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

interface IPair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function getReserves() external view returns (uint112, uint112, uint32);
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
}

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
    function flash(address to, uint256 amount0, uint256 amount1, bytes calldata data) external;
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// An ERC-20 whose maker has all of it.
contract Coin {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public immutable totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint256 supply) {
        (name, symbol, totalSupply) = (name_, symbol_, supply);
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function give(address[] calldata people, uint256 value) external {
        for (uint256 i = 0; i < people.length; i++) move(msg.sender, people[i], value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

/// Looks like a V2 pair and a V3 pool of the real factories, and says what it likes.
contract FalsePool {
    address public immutable token0;
    address public immutable token1;
    address public immutable factory;
    uint24 public constant fee = 3000;
    uint256 public constant totalSupply = 1e18;

    event Sync(uint112 reserve0, uint112 reserve1);
    event Swap(address indexed sender, address indexed to, int256 a0, int256 a1, uint160 root, uint128 liquidity, int24 tick);

    constructor(address token0_, address token1_, address factory_) {
        (token0, token1, factory) = (token0_, token1_, factory_);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (1e24, 1e24, uint32(block.timestamp));
    }

    function sync(uint112 reserve0, uint112 reserve1) external {
        emit Sync(reserve0, reserve1);
    }

    function swap(uint160 root, uint128 liquidity) external {
        emit Swap(msg.sender, msg.sender, 1, -1, root, liquidity, 0);
    }
}

/// Borrows the wrapped coin, buys with all of it and sells again, and gives it back, in one transaction.
contract Raider {
    /// What the targets said in between: reserves of the pair, and the root of the pool's price.
    uint256 public reserve0;
    uint256 public reserve1;
    uint160 public root;

    function raid(IPool lender, IPair pair, IPool pool, address coin, uint256 value) external {
        bool isFirst = lender.token0() == coin;
        lender.flash(address(this), isFirst ? value : 0, isFirst ? 0 : value, abi.encode(pair, pool, coin, value));
    }

    function uniswapV3FlashCallback(uint256 fee0, uint256 fee1, bytes calldata data) external {
        (IPair pair, IPool pool, address coin, uint256 value) = abi.decode(data, (IPair, IPool, address, uint256));
        uint256 half = value / 2;
        address target = pair.token0() == coin ? pair.token1() : pair.token0();
        swapPair(pair, coin, half);
        swapPool(pool, coin, half);
        (reserve0, reserve1,) = pair.getReserves();
        (root,,,,,,) = pool.slot0();
        swapPair(pair, target, IToken(target).balanceOf(address(this)));
        address other = pool.token0() == coin ? pool.token1() : pool.token0();
        swapPool(pool, other, IToken(other).balanceOf(address(this)));
        IToken(coin).transfer(msg.sender, value + fee0 + fee1);
    }

    /// A pair lends its own side, and takes back a little more.
    function borrowFrom(IPair pair, address token, uint256 value) external {
        bool isFirst = pair.token0() == token;
        pair.swap(isFirst ? value : 0, isFirst ? 0 : value, address(this), abi.encode(token));
    }

    function uniswapV2Call(address, uint256 out0, uint256 out1, bytes calldata data) external {
        IToken(abi.decode(data, (address))).transfer(msg.sender, ((out0 + out1) * 1000) / 997 + 1);
    }

    function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata) external {
        if (owed0 > 0) IToken(IPool(msg.sender).token0()).transfer(msg.sender, uint256(owed0));
        if (owed1 > 0) IToken(IPool(msg.sender).token1()).transfer(msg.sender, uint256(owed1));
    }

    function swapPair(IPair pair, address tokenIn, uint256 value) private {
        (uint112 r0, uint112 r1,) = pair.getReserves();
        bool isFirst = pair.token0() == tokenIn;
        (uint256 rIn, uint256 rOut) = isFirst ? (r0, r1) : (r1, r0);
        uint256 out = (value * 997 * rOut) / (rIn * 1000 + value * 997);
        IToken(tokenIn).transfer(address(pair), value);
        pair.swap(isFirst ? 0 : out, isFirst ? out : 0, address(this), "");
    }

    function swapPool(IPool pool, address tokenIn, uint256 value) private {
        bool zeroForOne = pool.token0() == tokenIn;
        uint160 limit = zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        pool.swap(address(this), zeroForOne, int256(value), limit, "");
    }
}
