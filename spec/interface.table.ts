/**
 * Version 1.0 of the interface, transcribed: the common ground of all its servers and clients. Anything else in the
 * contract is an extension. `!`: required, `=`: default, `<=`: maximum, `?`: nullable; the default type is string.
 */
export const operations = `
GET  /v1/chain                          id!                                              -> Chain
GET  /v1/chain/list                     -                                                -> [Chain]
GET  /v1/app_protocol/list              -                                                -> [AppProtocol]
GET  /v1/protocol                       id!                                              -> Protocol
GET  /v1/protocol/all_list              -                                                -> [Protocol]
GET  /v1/protocol/list                  chain_id!                                        -> [Protocol]
GET  /v1/pool                           id! chain_id!                                    -> Pool
GET  /v1/token                          chain_id! id!                                    -> Token
GET  /v1/token/list_by_ids              chain_id! ids!:csv<=100                          -> [Token]
GET  /v1/token/top_holders              chain_id! id! start:integer=0<=10000 limit:integer=100<=100 -> [TokenHolder]
GET  /v1/token/history_price            chain_id! id! date_at!                           -> TokenPrice
GET  /v1/user/total_balance             id!                                              -> UserTotalBalance
GET  /v1/user/chain_balance             id! chain_id!                                    -> UserUsdValue
GET  /v1/user/used_chain_list           id!                                              -> [Chain]
GET  /v1/user/token                     id! chain_id! token_id!                          -> UserToken
GET  /v1/user/token_list                id! chain_id! is_all:boolean=true                -> [UserToken]
GET  /v1/user/all_token_list            id! is_all:boolean=true chain_ids:csv=CHAINS     -> [UserToken]
GET  /v1/user/nft_list                  id! chain_id! is_all:boolean=true                -> [UserNft]
GET  /v1/user/all_nft_list              id! is_all:boolean=true chain_ids:csv=CHAINS     -> [UserNft]
GET  /v1/user/token_authorized_list     id! chain_id!                                    -> [UserTokenAuthorized]
GET  /v1/user/nft_authorized_list       id! chain_id!                                    -> [UserNFTAuthorized]
GET  /v1/user/complex_protocol_list     id! chain_id!                                    -> [UserProtocol]
GET  /v1/user/all_complex_protocol_list id! chain_ids:csv=CHAINS                         -> [UserProtocol]
GET  /v1/user/simple_protocol_list      id! chain_id!                                    -> [UserSimpleProtocol]
GET  /v1/user/all_simple_protocol_list  id! chain_ids:csv=CHAINS                         -> [UserSimpleProtocol]
GET  /v1/user/protocol                  id! protocol_id!                                 -> [UserProtocol]
GET  /v1/user/complex_app_list          id!                                              -> [UserApp]
GET  /v1/user/history_list              id! chain_id token_id coin_id page_count:integer start_time:integer chain_ids:csv=CHAINS -> [UserHistory]
GET  /v1/user/all_history_list          id! chain_id token_id coin_id page_count:integer start_time:integer chain_ids:csv=CHAINS -> [UserHistory]
GET  /v1/user/chain_net_curve           id! chain_id!                                    -> NetCurve
GET  /v1/user/total_net_curve           id! chain_ids:csv=CHAINS                         -> NetCurve
GET  /v1/wallet/gas_market              chain_id! custom_price=0                         -> [GasPrice]
POST /v1/wallet/explain_tx              -                                                -> ?
POST /v1/wallet/pre_exec_tx             -                                                -> ?
GET  /v1/account/units                  -                                                -> Unit
GET  /cloud/chain/list                  -                                                -> ?
GET  /cloud/collection                  -                                                -> ?
GET  /cloud/contract                    -                                                -> ?
GET  /cloud/protocol/list               -                                                -> ?
GET  /cloud/token                       -                                                -> ?
POST /v1/official/group_send            -                                                -> ?
POST /v1/official/message/send          -                                                -> ?
`;

const token =
  "id chain name? symbol? display_symbol? optimized_symbol decimals?:integer logo_url? is_verified:boolean is_core:boolean";
const wholeToken = `${token} protocol_id is_wallet:boolean price:number time_at:integer`;
const chain =
  "id community_id:integer name logo_url native_token_id wrapped_token_id is_support_balance_change:boolean";
const app = "id name logo_url site_url has_supported_portfolio:boolean";
const protocol = `${app} chain tvl:integer`;
const sums = "asset_usd_value:number debt_usd_value:number net_usd_value:number";
const nft = "id contract_id inner_id chain name description content_type content detail_url contract_name";
const standards = "is_erc1155:boolean=false is_erc721:boolean=false";

export const schemas: Readonly<Record<string, string>> = {
  Chain: chain,
  NewChain: `${chain} usd_value:number`,
  AppProtocol: app,
  Protocol: protocol,
  Protocol2: "id name logo_url chain",
  Pool: "pool_id protocol_id chain name contract_ids:[string] stats:object",
  Token: wholeToken,
  UserToken: `${wholeToken} amount:number raw_amount:integer`,
  newToken2: `${token} price:number time_at:integer amount:number`,
  UserProtocol: `${protocol} ${sums}`,
  UserSimpleProtocol: `${protocol} ${sums}`,
  UserApp: `${app} portfolio_item_list:[PortfolioItem]`,
  PortfolioItem: "stats:PortfolioStats update_at:number name detail_types:[string] detail:object proxy_detail:object",
  PortfolioStats: sums,
  UserNft: `${nft} ${standards} amount:number usd_price:number collection_id attributes:[Attribute] protocol?:Protocol pay_token?:newToken2`,
  Attribute: "trait_type value:any",
  UserNFTAuthorized: "tokens:[NftToken] contracts:[NftContract] total",
  NftToken: `${nft} symbol total_supply:integer ${standards} amount spenders:[Spender]`,
  NftContract: `chain contract_name contract_id ${standards} amount spenders:[Spender]`,
  Spender: "id protocol?:Protocol2",
  UserTokenAuthorized:
    "id name symbol logo_url chain price:number balance:number sum_exposure_usd:number exposure_balance:number spenders:[Spender]",
  UserHistory: "cate_dict:object history_list:[HistoryItem] project_dict:object token_dict:object",
  HistoryItem: "cate_id id project_id receives:[Receive] sends:[Send] token_approve:[Approve] time_at:integer tx:Tx",
  Receive: "amount:number from_addr token_id",
  Send: "amount:number to_addr token_id",
  Approve: "value:number spender token_id",
  Tx: "eth_gas_fee:number usd_gas_fee:number value:number from_addr to_addr name status:integer params:[string]",
  UserUsdValue: "usd_value:number",
  UserTotalBalance: "total_usd_value:number chain_list:[NewChain]",
  NetCurve: "timestamp:number usd_value:number",
  TokenPrice: "price:number",
  GasPrice: "level price:integer",
  Unit: "balance:integer stats:[Stat]",
  Stat: "usage:integer remains:integer date",
  TokenResponse: "access_token expires_in:integer refresh_token scope:[Scope] token_type",
};

export const chainIds = (
  "zircuit merlin bera celo taiko plume tempo ron b2 bob blast btr scrl lens klay xdc frax citrea matic dbk ink mnt ape zeta " +
  "manta fuse xdai ethlink sonic cro opbnb linea metis hyper arb op rsk monad mode plasma kite cfx hemi cyber sophon chiliz " +
  "eth era soneium itze lisk wemix uni core megaeth sei kava abs g0 bsc xlayer flr katana base avax hood story world stable " +
  "morph zora gravity"
).split(" ");
