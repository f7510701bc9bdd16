// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers as Lido's stETH does, with its arithmetic: balances are parts of all pooled ether, which the oracle's report changes for
/// everybody at once. Withdrawals, nodes and governance are left out.
contract StakedEther {
    string public constant name = "Liquid staked Ether 2.0";
    string public constant symbol = "stETH";
    uint8 public constant decimals = 18;
    uint256 private constant BASIS_POINTS = 10_000;
    uint256 private constant FEE = 1_000;

    address public immutable oracle;
    address public immutable treasury;
    uint256 private pooledEther;
    uint256 private totalShares;
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferShares(address indexed from, address indexed to, uint256 sharesValue);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Submitted(address indexed sender, uint256 amount, address referral);
    event TokenRebased(
        uint256 indexed reportTimestamp,
        uint256 timeElapsed,
        uint256 preTotalShares,
        uint256 preTotalEther,
        uint256 postTotalShares,
        uint256 postTotalEther,
        uint256 sharesMintedAsFees
    );

    constructor(address oracle_, address treasury_) {
        oracle = oracle_;
        treasury = treasury_;
    }

    receive() external payable {
        stake(address(0));
    }

    function submit(address referral) external payable returns (uint256) {
        return stake(referral);
    }

    /// A tenth of what validators earned goes to the treasury, as shares.
    function handleOracleReport(uint256 timeElapsed, uint256 rewards) external {
        require(msg.sender == oracle, "not the oracle");
        (uint256 preShares, uint256 preEther) = (totalShares, pooledEther);
        pooledEther = preEther + rewards;
        uint256 fee = (rewards * FEE) / BASIS_POINTS;
        uint256 minted = (fee * preShares) / (pooledEther - fee);
        mint(treasury, minted);
        emit TokenRebased(block.timestamp, timeElapsed, preShares, preEther, totalShares, pooledEther, minted);
    }

    function totalSupply() external view returns (uint256) {
        return pooledEther;
    }

    function getTotalPooledEther() external view returns (uint256) {
        return pooledEther;
    }

    function getTotalShares() external view returns (uint256) {
        return totalShares;
    }

    function getFee() external pure returns (uint16) {
        return uint16(FEE);
    }

    function sharesOf(address account) external view returns (uint256) {
        return shares[account];
    }

    function balanceOf(address account) external view returns (uint256) {
        return getPooledEthByShares(shares[account]);
    }

    function getPooledEthByShares(uint256 sharesAmount) public view returns (uint256) {
        return totalShares == 0 ? 0 : (sharesAmount * pooledEther) / totalShares;
    }

    function getSharesByPooledEth(uint256 ethAmount) public view returns (uint256) {
        return pooledEther == 0 ? 0 : (ethAmount * totalShares) / pooledEther;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, getSharesByPooledEth(value), value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        spend(from, value);
        move(from, to, getSharesByPooledEth(value), value);
        return true;
    }

    function transferShares(address to, uint256 sharesAmount) external returns (uint256 value) {
        value = getPooledEthByShares(sharesAmount);
        move(msg.sender, to, sharesAmount, value);
    }

    function transferSharesFrom(address from, address to, uint256 sharesAmount) external returns (uint256 value) {
        value = getPooledEthByShares(sharesAmount);
        spend(from, value);
        move(from, to, sharesAmount, value);
    }

    function stake(address referral) private returns (uint256 minted) {
        require(msg.value != 0, "ZERO_DEPOSIT");
        minted = totalShares == 0 ? msg.value : getSharesByPooledEth(msg.value);
        pooledEther += msg.value;
        emit Submitted(msg.sender, msg.value, referral);
        mint(msg.sender, minted);
    }

    function mint(address to, uint256 sharesAmount) private {
        totalShares += sharesAmount;
        shares[to] += sharesAmount;
        emit Transfer(address(0), to, getPooledEthByShares(sharesAmount));
        emit TransferShares(address(0), to, sharesAmount);
    }

    function spend(address from, uint256 value) private {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed == type(uint256).max) return;
        require(allowed >= value, "ALLOWANCE_EXCEEDED");
        allowance[from][msg.sender] = allowed - value;
    }

    function move(address from, address to, uint256 sharesAmount, uint256 value) private {
        require(to != address(0) && to != address(this), "TRANSFER_TO_STETH_CONTRACT");
        require(shares[from] >= sharesAmount, "BALANCE_EXCEEDED");
        shares[from] -= sharesAmount;
        shares[to] += sharesAmount;
        emit Transfer(from, to, value);
        emit TransferShares(from, to, sharesAmount);
    }
}
