"""
Runs llama.cpp's own server on a model with random weights, half a megabyte, written on the spot and
the same each time.

What the model says means nothing; what the server makes of it is genuine: llama.cpp holds tool
calls to their grammar and puts its own stream around them.

Usage: llama_cpp_server.py MODEL TEMPLATE PORT OPENING [GRAMMAR]
  MODEL     where to write the weights (GGUF)
  TEMPLATE  file with the chat template
  PORT      to listen on, at 127.0.0.1
  OPENING   how a tool call begins: one token of the vocabulary, which a request can make likely
  GRAMMAR   what every reply is held to that asks for nothing else (GBNF): for its own page, which
            asks for nothing
"""

import sys
import threading

import numpy
import xllamacpp
from gguf import GGUFWriter, TokenType

WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 8192
START, END, THINK, THOUGHT = "<|im_start|>", "<|im_end|>", "<think>", "</think>"


def byte_names() -> list[str]:
    """
    Names all bytes as GPT-2's tokenizer does: printable ones by themselves, the others from U+0100
    on.
    """
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    hidden = iter(range(256, 512))
    return [chr(byte if byte in printable else next(hidden)) for byte in range(256)]


def write_model(path: str, template: str, opening: str) -> None:
    """
    Writes a Llama of random weights that knows all bytes, the beginning of a turn and of a call,
    and little else.
    """
    merges = ["c i", "ci t", "cit y", "d a", "da y", "day s"]
    tokens = byte_names() + [merge.replace(" ", "") for merge in merges]
    kinds = [TokenType.NORMAL] * len(tokens)
    tokens += [START, END]
    kinds += [TokenType.CONTROL] * 2
    tokens += [opening, THINK, THOUGHT]
    kinds += [TokenType.USER_DEFINED] * 3

    writer = GGUFWriter(path, "llama")
    writer.add_name("random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(tokens.index(START))
    writer.add_eos_token_id(tokens.index(END))
    writer.add_add_bos_token(False)
    writer.add_chat_template(template)

    random = numpy.random.default_rng(7)

    def add(name: str, *shape: int) -> None:
        writer.add_tensor(f"{name}.weight", random.normal(0, 0.05, shape).astype(numpy.float32))

    def add_norm(name: str) -> None:
        writer.add_tensor(f"{name}.weight", numpy.ones(WIDTH, numpy.float32))

    add("token_embd", len(tokens), WIDTH)
    add("output", len(tokens), WIDTH)
    add_norm("output_norm")
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        add_norm(f"{block}.attn_norm")
        add_norm(f"{block}.ffn_norm")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            add(f"{block}.{part}", WIDTH, WIDTH)
        add(f"{block}.ffn_gate", INNER, WIDTH)
        add(f"{block}.ffn_up", INNER, WIDTH)
        add(f"{block}.ffn_down", WIDTH, INNER)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main(model: str, template: str, port: str, opening: str, grammar: str = "") -> None:
    with open(template, encoding="utf-8") as file:
        write_model(model, file.read(), opening)
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.port = int(port)
    params.n_ctx = CONTEXT
    params.n_parallel = 1  # else each of four slots gets a quarter of the context
    params.n_predict = 7000
    # Two threads wait for each other by spinning: on a busy machine 5 tokens a second in place of
    # 3000.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.warmup = False
    if grammar:
        held = params.sampling.grammar
        held.type = 1  # given by a person
        held.grammar = grammar
        params.sampling.grammar = held
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
