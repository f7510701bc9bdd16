// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for CVX or AURA: what a reward mints falls with every cliff of the supply.
contract CliffTokenStandIn is CurveTokenStandIn {
    uint256 public constant totalCliffs = 1000;
    uint256 public constant maxSupply = 100_000_000e18;
    uint256 public constant reductionPerCliff = maxSupply / totalCliffs;
    uint256 public constant EMISSIONS_MAX_SUPPLY = maxSupply;
    uint256 public immutable INIT_MINT_AMOUNT;

    constructor(uint256 initial) {
        INIT_MINT_AMOUNT = initial;
        _mint(msg.sender, 1_234_567e18 + initial);
    }

    function mint(address to, uint256 amount) external {
        uint256 minted = totalSupply - INIT_MINT_AMOUNT;
        uint256 cliff = minted / reductionPerCliff;
        if (cliff >= totalCliffs) return;
        uint256 reduction = totalCliffs - cliff;
        if (INIT_MINT_AMOUNT > 0) reduction = (reduction * 5) / 2 + 700;
        uint256 counted = (amount * reduction) / totalCliffs;
        _mint(to, counted < maxSupply - minted ? counted : maxSupply - minted);
    }
}

contract StakedTokenStandIn is CurveTokenStandIn {
    address public immutable operator = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == operator);
        _mint(to, amount);
    }
}

/// Stands for a wrapper of a stash's reward.
contract StashTokenStandIn {
    address public immutable token;
    address public immutable rewardPool = msg.sender;

    constructor(address token_) {
        token = token_;
    }
}

/// Stands for Aura's.
contract AuraStashTokenStandIn {
    address public immutable baseToken;
    address public immutable rewardPool = msg.sender;

    constructor(address token_) {
        baseToken = token_;
    }
}

/// Stands for a reward pool of one more token: what is earned is set.
contract ExtraRewardStandIn {
    address public rewardToken;
    mapping(address => uint256) public earned;

    constructor(address token, bool isWrapped, bool isAura) {
        rewardToken = token;
        if (isWrapped) {
            rewardToken = isAura ? address(new AuraStashTokenStandIn(token)) : address(new StashTokenStandIn(token));
        }
    }

    function setEarned(address user, uint256 amount) external {
        earned[user] = amount;
    }
}

/// Stands for a BaseRewardPool: what is earned is set, and is paid and minted by a claim.
contract RewardPoolStandIn {
    event Staked(address indexed user, uint256 amount);

    BoosterStandIn public immutable operator;
    uint256 public immutable pid;
    address public immutable stakingToken;
    address public immutable rewardToken;
    address[] public extraRewards;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public earned;

    constructor(uint256 pid_, address staked, address reward) {
        operator = BoosterStandIn(msg.sender);
        pid = pid_;
        stakingToken = staked;
        rewardToken = reward;
    }

    function extraRewardsLength() external view returns (uint256) {
        return extraRewards.length;
    }

    function addExtraReward(address reward) external {
        extraRewards.push(reward);
    }

    function setEarned(address user, uint256 amount) external {
        earned[user] = amount;
    }

    function stakeFor(address user, uint256 amount) external {
        Token(stakingToken).transferFrom(msg.sender, address(this), amount);
        totalSupply += amount;
        balanceOf[user] += amount;
        emit Staked(user, amount);
    }

    function getReward(address user) external {
        uint256 amount = earned[user];
        earned[user] = 0;
        operator.rewardClaimed(user, amount);
    }
}

/// Stands for the boosters of Convex and Aura. Left out are gauges, fees and shutdowns.
contract BoosterStandIn {
    struct Pool {
        address lptoken;
        address token;
        address gauge;
        address crvRewards;
        address stash;
        bool shutdown;
    }

    Pool[] public poolInfo;
    CliffTokenStandIn public immutable minter;
    address private immutable reward;
    address public lockRewards;
    address public stakerRewards;

    constructor(address reward_, uint256 initial) {
        reward = reward_;
        minter = new CliffTokenStandIn(initial);
    }

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    function addPool(address lpToken) external {
        StakedTokenStandIn token = new StakedTokenStandIn();
        RewardPoolStandIn rewards = new RewardPoolStandIn(poolInfo.length, address(token), reward);
        poolInfo.push(Pool(lpToken, address(token), address(0), address(rewards), address(0), false));
    }

    function deposit(uint256 pid, uint256 amount, bool isStaked) external {
        Pool memory pool = poolInfo[pid];
        Token(pool.lptoken).transferFrom(msg.sender, address(this), amount);
        StakedTokenStandIn(pool.token).mint(isStaked ? address(this) : msg.sender, amount);
        if (!isStaked) return;
        StakedTokenStandIn(pool.token).approve(pool.crvRewards, amount);
        RewardPoolStandIn(pool.crvRewards).stakeFor(msg.sender, amount);
    }

    function rewardClaimed(address user, uint256 amount) external {
        minter.mint(user, amount);
    }
}
