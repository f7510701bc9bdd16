// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

interface Farm {
    function deposit(uint256 pid, uint256 amount) external;
    function withdraw(uint256 pid, uint256 amount) external;
    function userInfo(uint256 pid, address user) external view returns (uint256 amount, uint256 rewardDebt);
}

/// Stands for a vault of Beefy and its forks: shares by its whole balance, which its strategy stakes in a farm.
contract YieldVaultStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    Token public immutable want;
    StrategyStandIn public immutable strategy;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    uint256 public pretended;
    mapping(address => uint256) public balanceOf;

    constructor(Token want_, Farm farm, uint256 pid) {
        want = want_;
        strategy = new StrategyStandIn(want_, farm, pid);
    }

    function balance() public view returns (uint256) {
        return want.balanceOf(address(this)) + strategy.balanceOf() + pretended;
    }

    function getPricePerFullShare() external view returns (uint256) {
        return totalSupply == 0 ? 1e18 : (balance() * 1e18) / totalSupply;
    }

    function deposit(uint256 amount) external {
        uint256 before = balance();
        want.transferFrom(msg.sender, address(strategy), amount);
        strategy.deposit();
        uint256 shares = totalSupply == 0 ? amount : (amount * totalSupply) / before;
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }

    function withdraw(uint256 shares) external returns (uint256 amount) {
        amount = (balance() * shares) / totalSupply;
        totalSupply -= shares;
        balanceOf[msg.sender] -= shares;
        emit Transfer(msg.sender, address(0), shares);
        uint256 own = want.balanceOf(address(this));
        if (own < amount) strategy.withdraw(amount - own);
        want.transfer(msg.sender, amount);
    }

    /// Reports a balance that nothing holds.
    function pretend(uint256 amount) external {
        pretended = amount;
    }
}

contract StrategyStandIn {
    address public immutable vault;
    Token public immutable want;
    Farm public immutable chef;
    uint256 public immutable poolId;

    constructor(Token want_, Farm farm, uint256 pid) {
        (vault, want, chef, poolId) = (msg.sender, want_, farm, pid);
        want_.approve(address(farm), type(uint256).max);
    }

    function balanceOf() external view returns (uint256) {
        (uint256 staked, ) = chef.userInfo(poolId, address(this));
        return staked + want.balanceOf(address(this));
    }

    function deposit() external {
        chef.deposit(poolId, want.balanceOf(address(this)));
    }

    function withdraw(uint256 amount) external {
        chef.withdraw(poolId, amount);
        want.transfer(vault, amount);
    }
}

/// Stands for a vault of Yearn V2: shares by a price, and strategies in a queue that hold the asset.
contract QueueVaultStandIn {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    Token public immutable token;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    address[20] public withdrawalQueue;
    mapping(address => uint256) public balanceOf;

    constructor(Token token_) {
        token = token_;
    }

    function setQueue(address[] calldata strategies) external {
        for (uint256 at = 0; at < strategies.length; at++) withdrawalQueue[at] = strategies[at];
    }

    function totalAssets() public view returns (uint256 assets) {
        assets = token.balanceOf(address(this));
        for (uint256 at = 0; withdrawalQueue[at] != address(0); at++) assets += token.balanceOf(withdrawalQueue[at]);
    }

    function pricePerShare() external view returns (uint256) {
        return (totalAssets() * 1e18) / totalSupply;
    }

    function mint(address to, uint256 shares) external {
        (totalSupply, balanceOf[to]) = (totalSupply + shares, balanceOf[to] + shares);
        emit Transfer(address(0), to, shares);
    }
}
