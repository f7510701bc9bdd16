// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for a LlamaPay contract and its factory, of a token of 18 decimals: rates have 20.
contract LlamaPayStandIn {
    event StreamCreated(address indexed from, address indexed to, uint216 amountPerSec, bytes32 streamId);
    event PayerDeposit(address indexed from, uint256 amount);

    uint256 public constant DECIMALS_DIVISOR = 100;
    uint256 public constant getLlamaPayContractCount = 1;
    address public immutable token;
    mapping(bytes32 => uint256) public streamToStart;
    mapping(address => uint256) private deposits;
    mapping(address => uint256) private rates;
    mapping(address => uint256) private since;

    constructor(address token_) {
        token = token_;
    }

    function getLlamaPayContractByToken(address of_) external view returns (address, bool) {
        return (address(this), of_ == token);
    }

    function deposit(uint256 amount) external {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        deposits[msg.sender] += amount * DECIMALS_DIVISOR;
        emit PayerDeposit(msg.sender, amount);
    }

    /// One start for all streams of a payer.
    function createStream(address to, uint216 amountPerSec) external {
        bytes32 id = keccak256(abi.encodePacked(msg.sender, to, amountPerSec));
        if (since[msg.sender] == 0) since[msg.sender] = block.timestamp;
        streamToStart[id] = since[msg.sender];
        rates[msg.sender] += amountPerSec;
        emit StreamCreated(msg.sender, to, amountPerSec, id);
    }

    function cancelStream(address to, uint216 amountPerSec) external {
        streamToStart[keccak256(abi.encodePacked(msg.sender, to, amountPerSec))] = 0;
        rates[msg.sender] -= amountPerSec;
    }

    function withdrawable(address from, address to, uint216 amountPerSec) external view returns (uint256, uint256, uint256) {
        uint256 start = streamToStart[keccak256(abi.encodePacked(from, to, amountPerSec))];
        require(start > 0, "stream doesn't exist");
        uint256 paid = deposits[from] / rates[from] + start;
        uint256 until = paid < block.timestamp ? paid : block.timestamp;
        return (
            ((until - start) * amountPerSec) / DECIMALS_DIVISOR,
            until,
            ((block.timestamp - until) * amountPerSec) / DECIMALS_DIVISOR
        );
    }

    function getPayerBalance(address payer) external view returns (int256) {
        uint256 streamed = rates[payer] == 0 ? 0 : (block.timestamp - since[payer]) * rates[payer];
        return (int256(deposits[payer]) - int256(streamed)) / int256(DECIMALS_DIVISOR);
    }
}
