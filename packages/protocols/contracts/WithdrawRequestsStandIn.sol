// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stands for ether.fi's WithdrawRequestNFT and LiquidityPool, and for Frax' FraxEtherRedemptionQueue.
contract WithdrawRequestsStandIn {
    struct WithdrawRequest {
        uint96 amountOfEEth;
        uint96 shareOfEEth;
        bool isValid;
        uint32 feeGwei;
    }

    struct Redemption {
        bool hasBeenRedeemed;
        uint64 maturity;
        uint120 amount;
        uint64 earlyExitFee;
    }

    uint256 private rate = 1e18;
    uint32 public lastFinalizedRequestId;
    uint256 private count;
    mapping(uint256 => WithdrawRequest) private requests;
    mapping(uint256 => Redemption) public nftInformation;
    mapping(uint256 => address) public ownerOf;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function request(uint96 amount, uint96 share, uint32 feeGwei) external {
        requests[_mint()] = WithdrawRequest(amount, share, true, feeGwei);
    }

    function enterRedemptionQueue(uint120 amount, uint64 maturity) external {
        nftInformation[_mint()] = Redemption(false, maturity, amount, 0);
    }

    function redeem(uint256 id) external {
        nftInformation[id].hasBeenRedeemed = true;
    }

    function _mint() private returns (uint256 id) {
        id = ++count;
        ownerOf[id] = msg.sender;
        emit Transfer(address(0), msg.sender, id);
    }

    function setRate(uint256 rate_) external {
        rate = rate_;
    }

    function finalize(uint32 id) external {
        lastFinalizedRequestId = id;
    }

    function getRequest(uint256 id) external view returns (WithdrawRequest memory) {
        return requests[id];
    }

    function amountForShare(uint256 share) public view returns (uint256) {
        return (share * rate) / 1e18;
    }

    function getClaimableAmount(uint256 id) external view returns (uint256) {
        require(id <= lastFinalizedRequestId, "Request is not finalized");
        WithdrawRequest memory one = requests[id];
        uint256 worth = amountForShare(one.shareOfEEth);
        return (worth < one.amountOfEEth ? worth : one.amountOfEEth) - uint256(one.feeGwei) * 1 gwei;
    }
}
