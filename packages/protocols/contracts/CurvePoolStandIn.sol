// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for an LP token of Curve: of its own pool, or of the pool that is its minter.
contract CurveTokenStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    string public constant name = "Curve LP";
    string public constant symbol = "crvLP";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) internal returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }

    function _mint(address to, uint256 amount) internal {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function _burn(address from, uint256 amount) internal {
        totalSupply -= amount;
        balanceOf[from] -= amount;
        emit Transfer(from, address(0), amount);
    }
}

contract CurveMintedTokenStandIn is CurveTokenStandIn {
    address public minter;

    constructor(address minter_) {
        minter = minter_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter);
        _mint(to, amount);
    }

    function burnFrom(address from, uint256 amount) external {
        require(msg.sender == minter);
        _burn(from, amount);
    }
}

/// Stands for a stableswap pool, whose Vyper bytecode no package ships: balances by deposit, proportional withdrawals. A
/// deposit mints the sum of its amounts. Left out are exchanges, fees and the invariant.
contract CurvePoolStandIn is CurveTokenStandIn {
    address[] private listed;
    uint256[] private held;
    /// Zero: the pool is its own LP token.
    CurveMintedTokenStandIn public lp;

    constructor(address[] memory coins_, bool isApart) {
        listed = coins_;
        held = new uint256[](coins_.length);
        if (isApart) lp = new CurveMintedTokenStandIn(address(this));
    }

    function coins(uint256 index) external view virtual returns (address) {
        require(index < listed.length);
        return listed[index];
    }

    function balances(uint256 index) external view virtual returns (uint256) {
        return held[index];
    }

    function coinAt(uint256 index) internal view returns (address) {
        return listed[index];
    }

    function heldAt(uint256 index) internal view returns (uint256) {
        return held[index];
    }

    function coinCount() external view returns (uint256) {
        return listed.length;
    }

    function add_liquidity(uint256[] calldata amounts, address to) external {
        uint256 minted;
        for (uint256 index; index < amounts.length; index++) {
            Token(listed[index]).transferFrom(msg.sender, address(this), amounts[index]);
            held[index] += amounts[index];
            minted += amounts[index];
        }
        if (address(lp) == address(0)) _mint(to, minted);
        else lp.mint(to, minted);
    }

    function remove_liquidity(uint256 amount, address from) external returns (uint256[] memory paid) {
        uint256 supply = address(lp) == address(0) ? totalSupply : lp.totalSupply();
        paid = new uint256[](listed.length);
        for (uint256 index; index < listed.length; index++) {
            paid[index] = (held[index] * amount) / supply;
            held[index] -= paid[index];
            Token(listed[index]).transfer(from, paid[index]);
        }
        if (address(lp) == address(0)) _burn(from, amount);
        else lp.burnFrom(from, amount);
    }
}
